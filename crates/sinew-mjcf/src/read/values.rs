//! From the text of an attribute to its field.

use super::document::{Document, Id};
use crate::error::{Error, Fault, did_you_mean, excerpt};
use crate::limits::Limits;
use crate::schema::{Attr, ENABLE, Form, Keys, Slot, code_of};

/// Reads the text of an attribute into its field; the number of values read. Values that are not given are kept.
pub(crate) fn fill(
    document: &Document,
    id: Id,
    attr: &Attr,
    text: &str,
    slot: Slot,
    limits: &Limits,
) -> Result<usize, Error> {
    let wrong = |message: String| Error::Invalid(document.attribute_fault(id, attr.name, message));
    if attr.counts && text.trim_ascii().parse::<i32>().is_ok_and(|count| count > 0 && count as usize > limits.count) {
        let message = format!("{} is at most {}, got {text}: it would take too much memory", attr.name, limits.count);
        return Err(Error::Limit(document.attribute_fault(id, attr.name, message)));
    }
    let count = match (attr.form, slot) {
        (Form::Reals, Slot::Reals(to)) => numbers(attr, text, to, parse_real).map_err(wrong)?,
        (Form::Reals, Slot::Floats(to)) => numbers(attr, text, to, parse_float).map_err(wrong)?,
        (Form::Reals, Slot::RealList(to)) => number_list(attr, text, to, parse_real).map_err(wrong)?,
        (Form::Reals, Slot::FloatList(to)) => number_list(attr, text, to, parse_float).map_err(wrong)?,
        (Form::Ints, Slot::Ints(to)) => numbers(attr, text, to, parse_int).map_err(wrong)?,
        (Form::Ints, Slot::IntList(to)) => number_list(attr, text, to, parse_int).map_err(wrong)?,
        (Form::Key(keys), slot) => {
            set_code(slot, one_of(attr, keys, text).map_err(wrong)?);
            1
        }
        (Form::Flags(keys), slot) => {
            let words = some_of(attr, keys, text).map_err(wrong)?;
            set_code(slot, words.iter().fold(0, |bits, code| bits | code));
            words.len()
        }
        (Form::Disable(bit), Slot::Ints(to)) => {
            let on = one_of(attr, ENABLE, text).map_err(wrong)? == 1;
            to[0] = if on { to[0] & !bit } else { to[0] | bit };
            1
        }
        (Form::Enable(bit), Slot::Ints(to)) => {
            let on = one_of(attr, ENABLE, text).map_err(wrong)? == 1;
            to[0] = if on { to[0] | bit } else { to[0] & !bit };
            1
        }
        (Form::Letters, Slot::Letters(to)) => {
            if text.len() != to.len() {
                return Err(wrong(format!("{} needs {} letters, got '{}'", attr.name, to.len(), excerpt(text))));
            }
            to.copy_from_slice(text.as_bytes());
            1
        }
        (Form::Letters, Slot::Text(to)) => {
            if !(attr.min..=attr.max).contains(&text.len()) {
                let (min, max) = (attr.min, attr.max);
                return Err(wrong(format!("{} needs {min} to {max} letters, got '{}'", attr.name, excerpt(text))));
            }
            text.clone_into(to);
            1
        }
        (_, Slot::Text(to)) => {
            text.clone_into(to);
            1
        }
        (form, _) => unreachable!("attribute {} of form {form:?} has another field", attr.name),
    };
    Ok(count)
}

fn set_code(slot: Slot, code: i32) {
    match slot {
        Slot::Code(to) => to.set_code(code),
        Slot::Ints(to) => to[0] = code,
        Slot::Reals(to) => to[0] = f64::from(code),
        _ => unreachable!("a word is kept as a number"),
    }
}

fn numbers<T: Copy>(
    attr: &Attr,
    text: &str,
    to: &mut [T],
    parse: fn(&Attr, &str) -> Result<T, String>,
) -> Result<usize, String> {
    let mut count = 0;
    let most = attr.max.min(to.len());
    // an empty list is no list
    if text.trim_ascii().is_empty() && !attr.required {
        return Ok(0);
    }
    for word in text.split_ascii_whitespace() {
        if count < most {
            to[count] = parse(attr, word)?;
        }
        count += 1;
    }
    if count < attr.min || count > most {
        return Err(wrong_count(attr, most, count));
    }
    Ok(count)
}

fn number_list<T>(
    attr: &Attr,
    text: &str,
    to: &mut Vec<T>,
    parse: fn(&Attr, &str) -> Result<T, String>,
) -> Result<usize, String> {
    to.clear();
    to.reserve(text.len() / 8);
    for word in text.split_ascii_whitespace() {
        to.push(parse(attr, word)?);
    }
    to.shrink_to_fit();
    Ok(to.len())
}

fn wrong_count(attr: &Attr, most: usize, got: usize) -> String {
    let needs = match (attr.min, most) {
        (1, 1) => "1 number".to_owned(),
        (min, max) if min == max => format!("{min} numbers"),
        (min, max) => format!("{min} to {max} numbers"),
    };
    format!("{} needs {needs}, got {got}", attr.name)
}

fn parse_real(attr: &Attr, word: &str) -> Result<f64, String> {
    let value: f64 = word.parse().map_err(|_| not_a_number(attr, word, "a number"))?;
    finite(attr, word, value)?;
    if value < attr.least {
        return Err(format!("{} is at least {}, got {value}", attr.name, attr.least));
    }
    Ok(value)
}

fn parse_float(attr: &Attr, word: &str) -> Result<f32, String> {
    let value: f32 = word.parse().map_err(|_| not_a_number(attr, word, "a number"))?;
    // a number that only a double can hold is not an error of the writer's
    if value.is_infinite() {
        return parse_real(attr, word).map(|value| value as f32);
    }
    finite(attr, word, f64::from(value))?;
    Ok(value)
}

fn parse_int(attr: &Attr, word: &str) -> Result<i32, String> {
    let value: i32 = word.parse().map_err(|_| match word.parse::<i128>() {
        Ok(_) => format!("{}: {} is too large", attr.name, excerpt(word)),
        Err(_) => not_a_number(attr, word, "a whole number"),
    })?;
    if f64::from(value) < attr.least {
        return Err(format!("{} is at least {}, got {value}", attr.name, attr.least));
    }
    Ok(value)
}

fn not_a_number(attr: &Attr, word: &str, kind: &str) -> String {
    format!("{}: '{}' is not {kind}", attr.name, excerpt(word))
}

/// Numbers beyond this leave no room for physics: their squares are not finite.
const LARGEST: f64 = 1e100;

fn finite(attr: &Attr, word: &str, value: f64) -> Result<(), String> {
    if value.abs() <= LARGEST || (value.is_finite() && attr.open) {
        return Ok(());
    }
    // the parser answers infinity both to `inf` and to numbers beyond the largest
    if word.bytes().any(|c| c.is_ascii_digit()) {
        return Err(format!("{}: {} is too large", attr.name, excerpt(word)));
    }
    if value.is_nan() || !attr.open {
        return Err(format!("{}: '{}' is not a finite number", attr.name, excerpt(word)));
    }
    Ok(())
}

/// The number of a word.
pub(crate) fn one_of(attr: &Attr, keys: Keys, word: &str) -> Result<i32, String> {
    code_of(keys, word).ok_or_else(|| {
        let words: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        let meant = did_you_mean(word, words.iter().copied());
        let meant = if meant.is_empty() { format!("; expected {}", words.join(", ")) } else { meant };
        format!("{}: '{}' is not a keyword{meant}", attr.name, excerpt(word))
    })
}

/// The numbers of several different words.
pub(crate) fn some_of(attr: &Attr, keys: Keys, text: &str) -> Result<Vec<i32>, String> {
    let mut codes = Vec::new();
    for word in text.split_ascii_whitespace() {
        let code = one_of(attr, keys, word)?;
        if codes.contains(&code) {
            return Err(format!("{}: '{word}' is given twice", attr.name));
        }
        codes.push(code);
    }
    Ok(codes)
}

/// The numbers of several words, which have to come in the order of the table.
pub(crate) fn in_order(document: &Document, id: Id, attr: &Attr, keys: Keys) -> Result<Option<Vec<i32>>, Error> {
    let Some(text) = document.attribute(id, attr.name) else { return Ok(None) };
    let wrong = |message: String| -> Fault { document.attribute_fault(id, attr.name, message) };
    let codes = some_of(attr, keys, text).map_err(|message| Error::Invalid(wrong(message)))?;
    if codes.windows(2).any(|pair| pair[1] <= pair[0]) {
        let words: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        let message = format!("{} has to be in this order: {}", attr.name, words.join(", "));
        return Err(Error::Invalid(wrong(message)));
    }
    Ok(Some(codes))
}

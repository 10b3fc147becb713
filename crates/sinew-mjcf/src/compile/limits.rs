//! Limits that are on, off, or follow from whether a range was given.

use sinew_core::model::Limited;

use super::context::{Context, Element};
use crate::error::Error;

/// Whether a limit holds. `auto` means yes if a range was given, which old models must have asked for by `autolimits`.
pub(super) fn is_limited(
    cx: Context<'_>,
    element: &dyn Element,
    attribute: &str,
    limited: Limited,
    range: [f64; 2],
) -> Result<bool, Error> {
    match limited {
        Limited::True => Ok(true),
        Limited::False => Ok(false),
        Limited::Auto => {
            if range != [0.0; 2] && !cx.compiler(element.at()).autolimits {
                return Err(cx.invalid(
                    element,
                    format!(
                        "{attribute}range is given but {attribute}limited is not: set it, or set autolimits in <compiler>"
                    ),
                ));
            }
            Ok(range[0] < range[1])
        }
    }
}

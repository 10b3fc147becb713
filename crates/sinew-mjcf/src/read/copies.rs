//! Copies of what refers to a part of a tree of bodies: contact pairs, constraints, tendons, actuators, sensors, tuples, skins.

use sinew_core::model::ObjType;

use super::Reader;
use super::bodies::WORLD;
use super::naming::{Names, Naming, Relation};
use crate::spec::Spec;

impl Reader<'_> {
    /// What refers to a part, left where it is.
    pub(super) fn referring(&mut self, names: &Names) -> Relations {
        let mut relations = Relations::of(&self.spec);
        relations.filter(names);
        relations
    }

    /// What refers to a part, taken out of the model: copies will stand for it.
    pub(super) fn take_relations(&mut self, names: &Names) -> Relations {
        let mut seen = names.clone();
        let spec = &mut self.spec;
        Relations {
            pairs: take(&mut spec.pairs, &mut seen),
            excludes: take(&mut spec.excludes, &mut seen),
            tendons: take(&mut spec.tendons, &mut seen),
            equalities: take(&mut spec.equalities, &mut seen),
            actuators: take(&mut spec.actuators, &mut seen),
            sensors: take(&mut spec.sensors, &mut seen),
            tuples: take(&mut spec.tuples, &mut seen),
            skins: take(&mut spec.skins, &mut seen),
        }
    }

    /// Copies of relations whose ends are all there: in the part, or anywhere in the model under their own name.
    /// `others` are the names of the model, found when they are first asked for. Returns which actuators were copied.
    pub(super) fn copy_relations(
        &mut self,
        relations: &Relations,
        names: &mut Names,
        others: &mut Option<Names>,
        naming: &Naming,
    ) -> Vec<usize> {
        let (tree, spec) = (&self.tree, &mut self.spec);
        let mut other = |kind: ObjType, name: &str| {
            let others = others.get_or_insert_with(|| {
                let mut others = Names::default();
                for node in tree {
                    others.add_body(&node.body);
                }
                others.add(ObjType::Body, &tree[WORLD].body.name);
                others
            });
            others.has(kind, name)
        };
        copy(&relations.pairs, &mut spec.pairs, names, &mut other, naming);
        copy(&relations.excludes, &mut spec.excludes, names, &mut other, naming);
        copy(&relations.tendons, &mut spec.tendons, names, &mut other, naming);
        copy(&relations.equalities, &mut spec.equalities, names, &mut other, naming);
        let actuators = copy(&relations.actuators, &mut spec.actuators, names, &mut other, naming);
        copy(&relations.sensors, &mut spec.sensors, names, &mut other, naming);
        copy(&relations.tuples, &mut spec.tuples, names, &mut other, naming);
        copy(&relations.skins, &mut spec.skins, names, &mut other, naming);
        actuators
    }
}

/// Elements outside the tree that refer to elements in it.
#[derive(Default)]
pub(super) struct Relations {
    pairs: Vec<crate::spec::Pair>,
    excludes: Vec<crate::spec::Exclude>,
    tendons: Vec<crate::spec::Tendon>,
    equalities: Vec<crate::spec::Equality>,
    actuators: Vec<crate::spec::Actuator>,
    sensors: Vec<crate::spec::Sensor>,
    tuples: Vec<crate::spec::Tuple>,
    skins: Vec<crate::spec::Skin>,
}

impl Relations {
    pub fn actuators(&self) -> &[crate::spec::Actuator] {
        &self.actuators
    }

    pub fn of(spec: &Spec) -> Self {
        Self {
            pairs: spec.pairs.clone(),
            excludes: spec.excludes.clone(),
            tendons: spec.tendons.clone(),
            equalities: spec.equalities.clone(),
            actuators: spec.actuators.clone(),
            sensors: spec.sensors.clone(),
            tuples: spec.tuples.clone(),
            skins: spec.skins.clone(),
        }
    }

    fn filter(&mut self, names: &Names) {
        let mut seen = names.clone();
        self.pairs = take(&mut self.pairs, &mut seen);
        self.excludes = take(&mut self.excludes, &mut seen);
        self.tendons = take(&mut self.tendons, &mut seen);
        self.equalities = take(&mut self.equalities, &mut seen);
        self.actuators = take(&mut self.actuators, &mut seen);
        self.sensors = take(&mut self.sensors, &mut seen);
        self.tuples = take(&mut self.tuples, &mut seen);
        self.skins = take(&mut self.skins, &mut seen);
    }
}

/// Moves out what refers to one of the names; its own names count from then on.
fn take<R: Relation>(list: &mut Vec<R>, names: &mut Names) -> Vec<R> {
    let (taken, kept) = std::mem::take(list).into_iter().partition(|relation| {
        let mut relation = relation.clone();
        let mut refers = false;
        relation.references(&mut |kind, name| refers |= names.has(kind, name));
        if refers {
            names.add(R::KIND, relation.names().0);
        }
        refers
    });
    *list = kept;
    taken
}

/// Appends copies of relations whose ends are there; returns which ones.
fn copy<R: Relation>(
    from: &[R],
    to: &mut Vec<R>,
    names: &mut Names,
    other: &mut dyn FnMut(ObjType, &str) -> bool,
    naming: &Naming,
) -> Vec<usize> {
    let mut copied = Vec::new();
    for (i, relation) in from.iter().enumerate() {
        let mut relation = relation.clone();
        let (mut inside, mut outside, mut lost) = (0, 0, false);
        relation.references(&mut |kind, name| {
            if names.has(kind, name) {
                naming.name(name);
                inside += 1;
            } else {
                lost |= !other(kind, name);
                outside += 1;
            }
        });
        // a clock of another model comes along, though it refers to nothing
        if lost || (inside == 0 && outside > 0) {
            continue;
        }
        let (name, class, at) = relation.names();
        names.add(R::KIND, name);
        naming.name(name);
        naming.place(at);
        if naming.foreign {
            naming.name(class);
            relation.assets(naming);
        }
        to.push(relation);
        copied.push(i);
    }
    copied
}

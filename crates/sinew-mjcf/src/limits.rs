//! How much a model may ask for before it is refused: the only place where such numbers are given.

use std::time::Duration;

/// How much a model may ask for before it is refused.
///
/// The default is for models from anybody: whatever they hold, reading and compiling them ends within bounds of time and
/// memory. [`Limits::trusted`] lifts what a large model of one's own may need to pass. What a format itself allows (200000
/// triangles in an STL file, 65534 bodies) holds either way. Which folders may be read is a question for the source of
/// files, see [`Folder`](crate::files::Folder).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// elements inside one another, included files counted in; MuJoCo's parser stops here too
    pub depth: usize,
    /// bytes of a model file
    pub text: usize,
    /// bytes of any other file
    pub file: u64,
    /// elements of a model file and of all that it includes
    pub elements: usize,
    /// attributes of an element, whose names are compared with one another
    pub attributes: usize,
    /// elements made by `replicate` and `attach`
    pub copies: usize,
    /// files inside one another: includes, or models attached to models
    pub files: usize,
    /// vertices of a mesh
    pub vertices: usize,
    /// pixels of an image, bytes of a texture divided by eight
    pub pixels: usize,
    /// samples of a height field, of a delay, or rays of a rangefinder
    pub samples: usize,
    /// cells of the octree of a mesh
    pub cells: usize,
    /// any number of things that memory is set aside for: user data, keyframes, the dimension of a sensor
    pub count: usize,
    /// steps of each simulation that looks for the length range of an actuator
    pub steps: usize,
    /// bytes of the columns whose size the model chooses by a number: user data, keyframes, histories
    pub memory: usize,
    /// how long reading may take, and compiling as long again; `None`: as long as it takes
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 500,
            text: 1 << 28,
            file: 1 << 30,
            elements: 1_000_000,
            attributes: 1000,
            copies: 250_000,
            files: 50,
            vertices: 4_000_000,
            pixels: 1 << 25,
            samples: 1 << 24,
            cells: 1 << 19,
            count: 100_000_000,
            steps: 100_000,
            memory: 1 << 28,
            // there is no clock in a browser without its help
            time: if cfg!(target_family = "wasm") { None } else { Some(Duration::from_mins(1)) },
        }
    }
}

impl Limits {
    /// Limits for models of one's own: none but those that keep numbers in the range of their types.
    ///
    /// Nesting keeps its limit, which is MuJoCo's and spares the stack.
    pub fn trusted() -> Self {
        Self {
            text: u32::MAX as usize / 2,
            file: u64::MAX,
            elements: i32::MAX as usize,
            copies: i32::MAX as usize,
            vertices: 1 << 26,
            pixels: 1 << 26,
            samples: 1 << 26,
            cells: 1 << 24,
            count: i32::MAX as usize,
            steps: usize::MAX,
            memory: usize::MAX,
            time: None,
            ..Self::default()
        }
    }

    /// The moment from which on work is to be given up.
    pub(crate) fn deadline(&self) -> Deadline {
        Deadline(self.time.map(|time| (std::time::Instant::now(), time)))
    }
}

/// When work began and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<(std::time::Instant, Duration)>);

impl Deadline {
    /// What to say if the time is over.
    pub fn passed(&self) -> Option<String> {
        let (start, time) = self.0?;
        (start.elapsed() > time).then(|| format!("the model takes more than {} s", time.as_secs_f64()))
    }
}

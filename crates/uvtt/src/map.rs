//! A map made of a file: its walls, doors and lights in their exact places, and a chart for steps from square
//! to square.

use boneyard_board::{
    BoardFault, Chart, Cover, Direction, DoorAt, DoorId, Grid, Legend, MOST_SIDE, Point, Relief, SIDE, Space,
    Square, Wall,
};

use crate::colour::Colour;
use crate::fault::VttFault;
use crate::image::Picture;
use crate::shape::{At, File, Resolution};
use crate::{MOST_BYTES, MOST_PIXELS, MOST_SEGMENTS, MOST_THINGS};

/// A map from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct VttMap {
    /// Squares, with walls and doors on the edges between them.
    pub chart: Chart,
    /// Walls in their exact places.
    pub barriers: Vec<Barrier>,
    /// Doors and windows in their exact places.
    pub portals: Vec<Portal>,
    /// What shines.
    pub lights: Vec<Light>,
    /// The light everywhere else.
    pub ambient: Option<Colour>,
    /// Whether the picture shows the light already.
    pub baked: bool,
    /// The picture under everything.
    pub picture: Option<Picture>,
}

/// A piece of wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barrier {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Whether it goes around an object rather than a room.
    pub object: bool,
}

/// A door or window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portal {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Whether it stands open to begin with.
    pub open: bool,
    /// The doors of the chart it became; none where it is no way from one square to another.
    pub doors: Vec<DoorId>,
}

/// Something that shines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Light {
    /// Where.
    pub at: Point,
    /// The square that is in.
    pub square: Square,
    /// How far, in thousandths of a square.
    pub range: i32,
    /// In which colour, where the file says so.
    pub colour: Option<Colour>,
}

impl VttMap {
    /// Reads a whole file.
    pub fn read(bytes: &[u8]) -> Result<Self, VttFault> {
        if bytes.len() > MOST_BYTES {
            return Err(VttFault::Bytes { bytes: bytes.len(), most: MOST_BYTES });
        }
        let file: File =
            serde_json::from_slice(bytes).map_err(|error| VttFault::Format { why: error.to_string() })?;
        let frame = Frame::of(&file)?;
        let mut barriers = Vec::new();
        for (lines, object) in [(&file.line_of_sight, false), (&file.objects_line_of_sight, true)] {
            for (number, line) in lines.iter().enumerate() {
                let points: Vec<Point> =
                    line.iter().map(|at| frame.point("Wall", number, *at)).collect::<Result<_, _>>()?;
                let pieces = points.windows(2).filter(|piece| piece[0] != piece[1]);
                barriers.extend(pieces.map(|piece| Barrier { from: piece[0], to: piece[1], object }));
            }
        }
        within("segments of wall", barriers.len(), MOST_SEGMENTS)?;
        within("portals", file.portals.len(), MOST_THINGS)?;
        within("lights", file.lights.len(), MOST_THINGS)?;
        let mut portals = Vec::new();
        for (number, portal) in file.portals.iter().enumerate() {
            let &[from, to] = portal.bounds.as_slice() else {
                let why = format!("portal {} has {} ends instead of two", number + 1, portal.bounds.len());
                return Err(VttFault::Format { why });
            };
            let (from, to) = (frame.point("Portal", number, from)?, frame.point("Portal", number, to)?);
            if from != to {
                portals.push(Portal { from, to, open: !portal.closed, doors: Vec::new() });
            }
        }
        let light = |(number, light): (usize, &crate::shape::Light)| frame.light(number, light);
        let lights = file.lights.iter().enumerate().map(light).collect::<Result<_, _>>()?;
        let colour = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some) };
        let picture = if file.image.is_empty() { None } else { Some(Picture::of_base64(&file.image)?) };
        let chart = frame.chart(&barriers, &mut portals)?;
        Ok(Self {
            chart,
            barriers,
            portals,
            lights,
            ambient: colour(&file.environment.ambient_light)?,
            baked: file.environment.baked_lighting,
            picture,
        })
    }

    /// The map to the eye: walls are full cover up to `top` in their exact places, portals where they are
    /// closed on the grid, objects whatever the game calls them.
    pub fn relief(
        &self,
        grid: &Grid,
        step: i16,
        top: i16,
        objects: Cover,
        space: &dyn Fn(Square) -> Space,
    ) -> Result<Relief, BoardFault> {
        let (width, height) = self.size();
        let mut relief = Relief::open(0, width, height, step)?;
        let squares: Vec<Square> = relief.squares().collect();
        for square in squares {
            relief.set(square, space(square))?;
        }
        let closed = |portal: &&Portal| match portal.doors.as_slice() {
            [] => !portal.open,
            doors => !doors.iter().any(|door| grid.is_open(*door)),
        };
        let barriers = self
            .barriers
            .iter()
            .map(|barrier| (barrier.from, barrier.to, if barrier.object { objects } else { Cover::Full }));
        let portals = self.portals.iter().filter(closed).map(|portal| (portal.from, portal.to, Cover::Full));
        let walls: Vec<Wall> = barriers
            .chain(portals)
            .filter(|(.., cover)| *cover > Cover::No)
            .map(|(from, to, cover)| Wall::new(from, to, cover, top))
            .collect::<Result<_, _>>()?;
        relief.build(walls)?;
        Ok(relief)
    }

    /// Columns and rows.
    pub fn size(&self) -> (i16, i16) {
        self.chart.size(0).unwrap_or_default()
    }
}

fn within(what: &'static str, many: usize, most: usize) -> Result<(), VttFault> {
    if many > most { Err(VttFault::Many { what, many, most }) } else { Ok(()) }
}

/// Where the map begins in the drawing, and how large it is.
struct Frame {
    origin: At,
    width: i16,
    height: i16,
}

impl Frame {
    fn of(file: &File) -> Result<Self, VttFault> {
        let Resolution { map_origin, map_size, pixels_per_grid } = &file.resolution;
        if !(0.0..100.0).contains(&file.format) {
            return Err(VttFault::Format { why: format!("its format is {}", file.format) });
        }
        if !(1.0..=f64::from(MOST_PIXELS)).contains(pixels_per_grid) {
            return Err(VttFault::Pixels { pixels: *pixels_per_grid as i64, most: MOST_PIXELS });
        }
        let side = |length: f64| (length.is_finite() && length > 0.0).then_some(length.ceil() as i64);
        let (width, height) = (side(map_size.x).unwrap_or(0), side(map_size.y).unwrap_or(0));
        let fits = |length: i64| (1..=i64::from(MOST_SIDE)).contains(&length);
        if !fits(width) || !fits(height) {
            return Err(VttFault::Size { width, height, most: MOST_SIDE });
        }
        if !map_origin.x.is_finite() || !map_origin.y.is_finite() {
            return Err(VttFault::Format { why: "its origin is nowhere".into() });
        }
        Ok(Self { origin: *map_origin, width: width as i16, height: height as i16 })
    }

    /// A point of the map, its fractions rounded to thousandths once and for all. Editors let walls stand out a
    /// little, so anything within one map's length is kept.
    fn point(&self, what: &'static str, number: usize, at: At) -> Result<Point, VttFault> {
        let most = f64::from(MOST_SIDE);
        let (x, y) = (at.x - self.origin.x, at.y - self.origin.y);
        if !(-most..=2.0 * most).contains(&x) || !(-most..=2.0 * most).contains(&y) {
            return Err(VttFault::Away { what, number: number + 1, at: format!("({}, {})", at.x, at.y) });
        }
        let exact = |length: f64| (length * f64::from(SIDE)).round() as i32;
        Ok(Point::new(exact(x), exact(y)))
    }

    fn light(&self, number: usize, light: &crate::shape::Light) -> Result<Light, VttFault> {
        let at = self.point("Light", number, light.position)?;
        let square = Square::new(at.x.div_euclid(SIDE) as i16, at.y.div_euclid(SIDE) as i16);
        if !(0..self.width).contains(&square.x) || !(0..self.height).contains(&square.y) {
            let at = format!("({}, {})", light.position.x, light.position.y);
            return Err(VttFault::Away { what: "Light", number: number + 1, at });
        }
        if !(0.0..=f64::from(MOST_SIDE)).contains(&light.range) {
            let range = light.range.to_string();
            return Err(VttFault::Range { number: number + 1, range, most: MOST_SIDE });
        }
        let colour = if light.color.is_empty() { None } else { Some(light.color.parse()?) };
        Ok(Light { at, square, range: (light.range * f64::from(SIDE)).round() as i32, colour })
    }

    /// Squares with a wall on every edge where the line between the two middles meets one, and a door where it
    /// meets a portal.
    fn chart(&self, barriers: &[Barrier], portals: &mut [Portal]) -> Result<Chart, VttFault> {
        let walls = barriers.iter().map(|barrier| (barrier.from, barrier.to));
        let walls = self.crossings(walls)?;
        let doors = self.crossings(portals.iter().map(|portal| (portal.from, portal.to)))?;
        let (columns, rows) = (2 * self.width + 1, 2 * self.height + 1);
        let mut paper = vec![vec![' '; columns as usize]; rows as usize];
        for (down, row) in paper.iter_mut().enumerate() {
            for (across, mark) in row.iter_mut().enumerate() {
                let outer =
                    down == 0 || across == 0 || down + 1 == rows as usize || across + 1 == columns as usize;
                *mark = match (across % 2, down % 2) {
                    (1, 1) => '.',
                    (0, 0) => '+',
                    (0, _) if outer => '|',
                    (_, 0) if outer => '-',
                    _ => ' ',
                };
            }
        }
        let mut mark = |square: Square, way: Direction, mark: char| {
            let (across, down) = way.offset();
            let row = (2 * square.y + 1 + down) as usize;
            paper[row][(2 * square.x + 1 + across) as usize] = mark;
        };
        for (square, way, _) in &walls {
            mark(*square, *way, if *way == Direction::East { '|' } else { '-' });
        }
        for (square, way, number) in &doors {
            mark(*square, *way, if portals[*number].open { '\'' } else { '+' });
        }
        let text: Vec<String> = paper.into_iter().map(|row| row.into_iter().collect()).collect();
        let chart = Chart::of_walls(&text.join("\n"), Legend::new())?;
        for (square, way, number) in doors {
            let between = DoorAt::Between(square, square.toward(way, 1));
            let door = chart.doors().iter().position(|door| door.at == between);
            portals[number].doors.extend(door.map(|door| DoorId(door as u16)));
        }
        Ok(chart)
    }

    /// The edges whose two squares have one of these lines between their middles, with the number of the line.
    fn crossings(
        &self,
        lines: impl Iterator<Item = (Point, Point)>,
    ) -> Result<Vec<(Square, Direction, usize)>, VttFault> {
        let walls = lines
            .map(|(from, to)| Wall::new(from, to, Cover::Full, i16::MAX))
            .collect::<Result<Vec<_>, _>>()?;
        let mut relief = Relief::open(0, self.width, self.height, 1)?;
        relief.build(walls)?;
        let mut found = Vec::new();
        for square in relief.squares() {
            for way in [Direction::East, Direction::South] {
                found.extend(
                    relief.wall_between(square, square.toward(way, 1)).map(|number| (square, way, number)),
                );
            }
        }
        Ok(found)
    }
}

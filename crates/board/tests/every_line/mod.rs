//! The slow reference: every one of the eighty-one lines against every square that could be in its way and
//! every wall, in whole numbers. It shares no code with the relief and follows no line from square to square:
//! each obstacle is cut with the line for itself.

use boneyard_board::{Cover, CoverRule, Relief, Space, Square, Stand, Wall};

type Fraction = (i64, i64);
type At = (i64, i64);

/// A map as lists of what could be in the way.
pub struct Scene {
    spaces: Vec<(Square, Space)>,
    walls: Vec<Wall>,
    width: i16,
    height: i16,
}

struct Looking<'a> {
    scene: &'a Scene,
    from: Square,
    to: Square,
    one: Stand,
    other: Stand,
}

fn less(one: Fraction, other: Fraction) -> bool {
    one.0 * other.1 < other.0 * one.1
}

fn fraction(over: i64, under: i64) -> Fraction {
    if under < 0 { (-over, -under) } else { (over, under) }
}

fn point(square: Square, across: i64, down: i64) -> At {
    (i64::from(square.x) * 1000 + across, i64::from(square.y) * 1000 + down)
}

/// The stretch of a line strictly inside a square, if there is one.
fn inside(p: At, q: At, square: Square) -> Option<(Fraction, Fraction)> {
    let corner = point(square, 0, 0);
    let (mut least, mut most) = ((0, 1), (1, 1));
    for (start, end, low) in [(p.0, q.0, corner.0), (p.1, q.1, corner.1)] {
        let (way, high) = (end - start, low + 1000);
        if way == 0 {
            if start <= low || start >= high {
                return None;
            }
            continue;
        }
        let (one, other) = (fraction(low - start, way), fraction(high - start, way));
        let (enter, leave) = if less(one, other) { (one, other) } else { (other, one) };
        if less(least, enter) {
            least = enter;
        }
        if less(leave, most) {
            most = leave;
        }
    }
    less(least, most).then_some((least, most))
}

/// Where a line goes through a point, if it does.
fn through(p: At, q: At, at: At) -> Option<Fraction> {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    if dx * (at.1 - p.1) != dy * (at.0 - p.0) {
        return None;
    }
    let share = if dx != 0 { fraction(at.0 - p.0, dx) } else { fraction(at.1 - p.1, dy) };
    (!less(share, (0, 1)) && !less((1, 1), share)).then_some(share)
}

/// What a line and a wall have in common.
enum Common {
    Nothing,
    Point(Fraction),
    Stretch,
}

fn common(p: At, q: At, wall: &Wall) -> Common {
    let a = (i64::from(wall.from().x), i64::from(wall.from().y));
    let b = (i64::from(wall.to().x), i64::from(wall.to().y));
    // p + s (q - p) = a + t (b - a), solved for both shares.
    let (rx, ry, wx, wy) = (q.0 - p.0, q.1 - p.1, b.0 - a.0, b.1 - a.1);
    let under = rx * wy - ry * wx;
    let (ax, ay) = (a.0 - p.0, a.1 - p.1);
    if under == 0 {
        if rx * ay - ry * ax != 0 {
            return Common::Nothing;
        }
        let along = |at: At| (at.0 - p.0) * rx + (at.1 - p.1) * ry;
        let (one, other, whole) = (along(a), along(b), along(q));
        let apart = one.max(other) < 0 || one.min(other) > whole;
        return if apart { Common::Nothing } else { Common::Stretch };
    }
    let on_line = fraction(ax * wy - ay * wx, under);
    let on_wall = fraction(ax * ry - ay * rx, under);
    let within = |share: Fraction| !less(share, (0, 1)) && !less((1, 1), share);
    if within(on_line) && within(on_wall) { Common::Point(on_line) } else { Common::Nothing }
}

impl Scene {
    pub fn of(relief: &Relief) -> Self {
        let spaces: Vec<_> = relief.squares().map(|square| (square, relief.space(square))).collect();
        // On open, level ground no square is ever in the way.
        let plain = spaces.iter().all(|(_, space)| *space == Space::default());
        let (width, height) = relief.size();
        Self {
            spaces: if plain { Vec::new() } else { spaces },
            walls: relief.walls().to_vec(),
            width,
            height,
        }
    }

    /// How many of the lines between the best two squares are unbroken.
    pub fn clear_lines(&self, one: Stand, other: Stand) -> u32 {
        self.pairs(one, other)
            .map(|pair| pair.lines().filter(|(p, q)| !pair.is_broken(*p, *q)).count())
            .max()
            .unwrap_or(0) as u32
    }

    /// Whether there is an unbroken line at all.
    #[allow(dead_code, reason = "the benchmark asks for no more")]
    pub fn sees(&self, one: Stand, other: Stand) -> bool {
        self.pairs(one, other).any(|pair| pair.lines().any(|(p, q)| !pair.is_broken(p, q)))
    }

    pub fn cover(&self, one: Stand, other: Stand, rule: CoverRule) -> Option<Cover> {
        let seen = self.pairs(one, other).filter(|pair| pair.lines().any(|(p, q)| !pair.is_broken(p, q)));
        seen.map(|pair| pair.cover(rule)).min()
    }

    fn pairs(&self, one: Stand, other: Stand) -> impl Iterator<Item = Looking<'_>> {
        let here =
            |square: &Square| (0..self.width).contains(&square.x) && (0..self.height).contains(&square.y);
        one.at.squares().filter(here).flat_map(move |from| {
            other.at.squares().filter(here).map(move |to| Looking { scene: self, from, to, one, other })
        })
    }

    fn space(&self, square: Square) -> Space {
        self.spaces.iter().find(|(at, _)| *at == square).map(|(_, space)| *space).unwrap_or_default()
    }
}

impl Looking<'_> {
    fn lines(&self) -> impl Iterator<Item = (At, At)> {
        let nine = |square| {
            [100, 500, 900].into_iter().flat_map(move |y| [100, 500, 900].map(|x| point(square, x, y)))
        };
        let to = self.to;
        nine(self.from).flat_map(move |p| nine(to).map(move |q| (p, q)))
    }

    /// The height of a line, between the tops of both, is lower than this.
    fn below(&self, at: Fraction, height: i16) -> bool {
        let (low, high) = (i64::from(self.one.top), i64::from(self.other.top));
        low * (at.1 - at.0) + high * at.0 < i64::from(height) * at.1
    }

    fn own(&self, square: Square) -> bool {
        self.one.at.covers(square) || self.other.at.covers(square)
    }

    fn beside(&self, end: Square, stand: Stand, square: Square, space: Space) -> bool {
        (end.x - square.x).abs() <= 1
            && (end.y - square.y).abs() <= 1
            && stand.bottom <= space.floor + space.tall
            && space.floor <= stand.top
    }

    fn beside_either(&self, square: Square, space: Space) -> bool {
        self.beside(self.from, self.one, square, space) || self.beside(self.to, self.other, square, space)
    }

    /// Whether a square stops a line at a share of its length.
    fn stops(&self, square: Square, at: Fraction) -> bool {
        let space = self.scene.space(square);
        if self.own(square) {
            return false;
        }
        if space.cover == Cover::Full {
            self.beside_either(square, space) || self.below(at, space.floor + space.tall)
        } else {
            self.below(at, space.floor)
        }
    }

    fn near_wall(&self, end: Square, stand: Stand, wall: &Wall, p: At, q: At, at: Fraction) -> bool {
        let near = |start: i64, end: i64, square: i16| {
            let here = start * at.1 + (end - start) * at.0;
            let first = (i64::from(square) - 1) * 1000;
            here >= first * at.1 && here <= (first + 3000) * at.1
        };
        stand.bottom <= wall.top() && near(p.0, q.0, end.x) && near(p.1, q.1, end.y)
    }

    fn wall_stops(&self, wall: &Wall, p: At, q: At) -> bool {
        wall.cover() == Cover::Full
            && match common(p, q, wall) {
                Common::Nothing => false,
                Common::Stretch => true,
                Common::Point(at) => {
                    self.below(at, wall.top())
                        || self.near_wall(self.from, self.one, wall, p, q, at)
                        || self.near_wall(self.to, self.other, wall, p, q, at)
                }
            }
    }

    /// The corners of the grid a line goes through, each with the two squares it does not enter there.
    fn corners(&self, p: At, q: At) -> Vec<(Fraction, Square, Square)> {
        let mut found = Vec::new();
        for y in 1..self.scene.height {
            for x in 1..self.scene.width {
                let Some(at) = through(p, q, (i64::from(x) * 1000, i64::from(y) * 1000)) else { continue };
                let falls = (q.0 - p.0) * (q.1 - p.1) > 0;
                let (one, other) = if falls { ((x, y - 1), (x - 1, y)) } else { ((x - 1, y - 1), (x, y)) };
                found.push((at, Square::new(one.0, one.1), Square::new(other.0, other.1)));
            }
        }
        found
    }

    fn stopped(&self, p: At, q: At) -> bool {
        self.scene.walls.iter().any(|wall| self.wall_stops(wall, p, q))
            || self.scene.spaces.iter().any(|(square, _)| {
                inside(p, q, *square)
                    .is_some_and(|(enter, leave)| self.stops(*square, enter) || self.stops(*square, leave))
            })
            || (!self.scene.spaces.is_empty()
                && self
                    .corners(p, q)
                    .into_iter()
                    .any(|(at, one, other)| self.stops(one, at) && self.stops(other, at)))
    }

    fn is_broken(&self, p: At, q: At) -> bool {
        let aside = (self.from.x - self.to.x).abs().max((self.from.y - self.to.y).abs());
        let apart = aside > 1 || self.one.bottom > self.other.top || self.other.bottom > self.one.top;
        let murky = |(square, space): &(Square, Space)| space.murk && inside(p, q, *square).is_some();
        self.stopped(p, q) || (apart && self.scene.spaces.iter().any(murky))
    }

    fn cover(&self, rule: CoverRule) -> Cover {
        let (p, q) = (point(self.from, 500, 500), point(self.to, 500, 500));
        if p == q {
            return Cover::No;
        }
        if self.stopped(p, q) {
            return Cover::High;
        }
        let counts = |by_attacker: bool, by_target: bool| {
            !(rule.own_is_free && by_attacker && !by_target) && (by_target || !rule.beside_target_only)
        };
        let beside = |square: Square| {
            let space = self.scene.space(square);
            (self.beside(self.from, self.one, square, space), self.beside(self.to, self.other, square, space))
        };
        let gives = |square: Square| {
            let space = self.scene.space(square);
            let lost = self.one.at.covers(square) || (self.other.at.covers(square) && !space.within);
            if lost || space.cover == Cover::Full { Cover::No } else { space.cover }
        };
        let mut most = Cover::No;
        for (square, _) in &self.scene.spaces {
            let (by_attacker, by_target) = beside(*square);
            if inside(p, q, *square).is_some() && counts(by_attacker, by_target) {
                most = most.max(gives(*square));
            }
        }
        for (at, one, other) in self.corners(p, q) {
            let level = |square| if self.stops(square, at) { Cover::Full } else { gives(square) };
            let (first, second) = (beside(one), beside(other));
            if counts(first.0 || second.0, first.1 || second.1) {
                most = most.max(level(one).min(level(other)));
            }
        }
        for wall in self.scene.walls.iter().filter(|wall| wall.cover() != Cover::Full) {
            let near = match common(p, q, wall) {
                Common::Nothing => continue,
                Common::Stretch => (true, true),
                Common::Point(at) => (
                    self.near_wall(self.from, self.one, wall, p, q, at),
                    self.near_wall(self.to, self.other, wall, p, q, at),
                ),
            };
            if counts(near.0, near.1) {
                most = most.max(wall.cover());
            }
        }
        most
    }
}

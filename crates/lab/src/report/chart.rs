//! Charts as SVG, each with a sentence that says the same for those who do not see it.

use std::fmt::Write;

use super::percent;
use crate::Share;

/// How wide a letter is drawn at the most, by and large.
const LETTER: f64 = 8.0;

/// A bar for each share, with a line over its end for how sure it is.
pub(super) fn bars(label: &str, rows: &[(String, Share)]) -> String {
    let (wide, high) = (420.0, 30.0);
    let longest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    // Room for the longest name, at the width of a wide letter.
    let left = (longest as f64 * LETTER + 20.0).max(190.0);
    let tall = high * rows.len() as f64 + 10.0;
    let mut out = open(label, left + wide + 90.0, tall);
    for (nth, (name, share)) in rows.iter().enumerate() {
        let y = high * nth as f64 + 5.0;
        let (low, top) = share.interval();
        let (end, from, to) = (left + share.value() * wide, left + low * wide, left + top * wide);
        let middle = y + 10.0;
        let _ = write!(
            out,
            r#"<text x="{}" y="{}" text-anchor="end">{}</text><rect class="bar" x="{left}" y="{y}" width="{:.1}" height="20"/><path class="sure" d="M{from:.1} {middle}H{to:.1}M{from:.1} {}v8M{to:.1} {}v8"/><text x="{:.1}" y="{}">{}</text>"#,
            left - 10.0,
            y + 15.0,
            escape(name),
            (end - left).max(1.0),
            middle - 4.0,
            middle - 4.0,
            to.max(end) + 8.0,
            y + 15.0,
            percent(share.value()),
        );
    }
    out.push_str("</svg>");
    out
}

/// A column for each number and how often it came.
pub(super) fn columns(label: &str, counts: &[(u32, Share)]) -> String {
    let (wide, tall) = (600.0, 180.0);
    let top = counts.iter().map(|(_, share)| share.value()).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let step = (wide / counts.len().max(1) as f64).min(70.0);
    // Every number under its column while there is room; else some of them.
    let every = (28.0 / step).ceil().max(1.0) as usize;
    let mut out = open(label, wide, tall + 45.0);
    for (nth, (number, share)) in counts.iter().enumerate() {
        let height = share.value() / top * tall;
        let x = step * nth as f64;
        let _ = write!(
            out,
            r#"<rect class="bar" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"><title>{number}: {}</title></rect>"#,
            x + step * 0.1,
            20.0 + tall - height,
            step * 0.8,
            height.max(0.5),
            percent(share.value()),
        );
        if nth % every == 0 {
            let middle = x + step / 2.0;
            let _ = write!(
                out,
                r#"<text x="{middle:.1}" y="{}" text-anchor="middle">{number}</text>"#,
                tall + 38.0
            );
            // Over its column, where whole percents have room.
            if step >= 40.0 {
                let _ = write!(
                    out,
                    r#"<text class="quiet" x="{middle:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                    14.0 + tall - height,
                    whole_percent(share.value()),
                );
            }
        }
    }
    out.push_str("</svg>");
    out
}

/// "37 %"; what is there and rounds to nothing is not told as nothing.
fn whole_percent(share: f64) -> String {
    match (share * 100.0).round() {
        none if none < 1.0 && share > 0.0 => "< 1 %".to_owned(),
        much => format!("{much:.0} %"),
    }
}

/// What became of one fighter, as one bar in four parts.
pub(super) fn fate(label: &str, parts: [Share; 4]) -> String {
    let mut out = open(label, 240.0, 18.0);
    let mut x = 0.0;
    for (part, class) in parts.iter().zip(["up", "gone", "down", "dead"]) {
        let wide = part.value() * 240.0;
        let _ = write!(out, r#"<rect class="{class}" x="{x:.1}" y="1" width="{wide:.1}" height="16"/>"#);
        x += wide;
    }
    out.push_str("</svg>");
    out
}

/// A line for each series over the same values, each with its own stroke and its name at its end.
pub(super) fn lines(label: &str, values: &[String], series: &[(String, Vec<f64>)], mean: bool) -> String {
    let (left, wide, tall) = (60.0, 420.0, 240.0);
    let most = series.iter().flat_map(|(_, all)| all).copied().fold(0.0, f64::max);
    // Chances are drawn from 0 to 1, so that two sheets can be laid side by side.
    let top = if mean { most.max(f64::MIN_POSITIVE) } else { 1.0 };
    let step = if values.len() > 1 { wide / (values.len() - 1) as f64 } else { 0.0 };
    let mut out = open(label, left + wide + 230.0, tall + 50.0);
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        let y = 15.0 + tall * (1.0 - share);
        let told = if mean { format!("{:.1}", top * share) } else { format!("{:.0} %", share * 100.0) };
        let _ = write!(
            out,
            r#"<path class="grid" d="M{left} {y:.1}H{:.1}"/><text x="{:.1}" y="{:.1}" text-anchor="end">{told}</text>"#,
            left + wide,
            left - 8.0,
            y + 5.0
        );
    }
    let every = (30.0 / step.max(1.0)).ceil().max(1.0) as usize;
    for (nth, value) in values.iter().enumerate().step_by(every) {
        let x = left + step * nth as f64;
        let _ = write!(
            out,
            r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            tall + 38.0,
            escape(value)
        );
    }
    let end = |all: &[f64]| all.last().map_or(0.0, |last| 15.0 + tall * (1.0 - last / top));
    let names = apart(&series.iter().map(|(_, all)| end(all)).collect::<Vec<f64>>(), 15.0 + tall);
    for (nth, ((name, all), y)) in series.iter().zip(names).enumerate() {
        let points: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(at, value)| {
                format!("{:.1} {:.1}", left + step * at as f64, 15.0 + tall * (1.0 - value / top))
            })
            .collect();
        // A piece of the line stands before its name: lines may end in the same place.
        let _ = write!(
            out,
            r#"<path class="line l{0}" d="M{1}M{2:.1} {y:.1}h22"/><text class="l{0}" x="{3:.1}" y="{4:.1}">{5}</text>"#,
            nth % 6,
            points.join("L"),
            left + wide + 14.0,
            left + wide + 42.0,
            y + 5.0,
            escape(name)
        );
    }
    out.push_str("</svg>");
    out
}

/// Where names stand that would stand here: not on each other, and none below the lowest line if there is room above.
fn apart(wanted: &[f64], lowest: f64) -> Vec<f64> {
    const LINE: f64 = 18.0;
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut places = wanted.to_vec();
    let mut above = f64::MIN;
    for nth in &order {
        places[*nth] = places[*nth].max(above + LINE);
        above = places[*nth];
    }
    let mut below = lowest + LINE;
    for nth in order.iter().rev() {
        places[*nth] = places[*nth].min(below - LINE);
        below = places[*nth];
    }
    places
}

fn open(label: &str, wide: f64, tall: f64) -> String {
    format!(r#"<svg role="img" aria-label="{}" viewBox="0 0 {wide} {tall}">"#, escape(label))
}

/// Text inside markup.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn names_of_lines_that_end_together_stand_apart_and_above_the_lowest() {
        assert_eq!(apart(&[255.0, 255.0, 100.0], 255.0), [237.0, 255.0, 100.0]);
        assert_eq!(apart(&[15.0, 15.0], 255.0), [15.0, 33.0]);
    }
}

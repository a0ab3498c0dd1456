//! How much anybody may ask of the server. Every limit has its place here.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Tables in memory at a time.
    pub open_tables: usize,
    /// Open sockets at a time.
    pub sockets: usize,
    /// Open sockets of one browser.
    pub sockets_per_visitor: usize,
    /// Bytes of one message of a socket; one four times as large ends the socket.
    pub message_bytes: usize,
    /// Messages of one socket in a second, over a while.
    pub messages_per_second: u32,
    /// Messages of one socket at once.
    pub message_burst: u32,
    /// Bytes of a request over HTTP.
    pub body_bytes: usize,
    /// Bytes of a picture or a content pack.
    pub file_bytes: usize,
    /// Bytes of an imported table.
    pub import_bytes: usize,
    /// Failed tries at a door from one address in a minute.
    pub tries_per_minute: u32,
    /// Connections at a time that are no sockets.
    pub connections: usize,
    /// Connections of one address at a time that are no sockets; a proxy that is trusted may have more.
    pub connections_per_address: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a body may take. A large one has a second more for every 64 kB.
    pub body: Duration,
    /// How long an answer may lie unread.
    pub unread: Duration,
    /// How long closing may take; whoever has not finished by then is cut off.
    pub closing: Duration,
    /// Bytes of a request of somebody who has no seat here.
    pub stranger_bytes: usize,
    /// Bytes of a proof of dice, of somebody who has a seat.
    pub proof_bytes: usize,
    /// Requests for odds and proofs that wait at a time.
    pub waiting_work: usize,
    /// The same of one browser, or of one address if it has no seat.
    pub waiting_work_each: usize,
    /// Knocks of one address in a minute. A table hears five times as many.
    pub knocks_per_minute: u32,
    /// People of one address who wait at one table; for one more the oldest is forgotten.
    pub waiting_per_address: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_tables: 2_000,
            sockets: 10_000,
            sockets_per_visitor: 8,
            message_bytes: 64 * 1024,
            messages_per_second: 20,
            message_burst: 60,
            body_bytes: 256 * 1024,
            file_bytes: 600 * 1024,
            import_bytes: 64 * 1024 * 1024,
            tries_per_minute: 30,
            connections: 2_048,
            connections_per_address: 256,
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            unread: Duration::from_secs(30),
            closing: Duration::from_secs(5),
            stranger_bytes: 32 * 1024,
            proof_bytes: 8 * 1024 * 1024,
            waiting_work: 32,
            waiting_work_each: 2,
            knocks_per_minute: 12,
            waiting_per_address: 8,
        }
    }
}

/// A bucket of tokens that fills up with time: whoever finds it empty was too fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    /// In thousandths.
    left: u64,
    filled: std::time::Instant,
}

impl Bucket {
    pub(crate) fn full(most: u32) -> Self {
        Self { left: u64::from(most) * 1_000, filled: std::time::Instant::now() }
    }

    /// Takes one, if there is one. It holds `most` and gains `per_minute`.
    pub(crate) fn take(&mut self, most: u32, per_minute: u32) -> bool {
        let enough = self.has_one(most, per_minute);
        if enough {
            self.left -= 1_000;
        }
        enough
    }

    fn is_full(&mut self, most: u32, per_minute: u32) -> bool {
        self.has_one(most, per_minute);
        self.left >= u64::from(most) * 1_000
    }

    /// Whether there is one.
    pub(crate) fn has_one(&mut self, most: u32, per_minute: u32) -> bool {
        let now = std::time::Instant::now();
        let since = u64::try_from(now.duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        let gained = since.saturating_mul(per_minute.into()) / 60;
        if gained > 0 {
            self.left = self.left.saturating_add(gained).min(u64::from(most) * 1_000);
            self.filled = now;
        }
        self.left >= 1_000
    }
}

/// One address as limits count it: whoever has an IPv6 address has all that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            old => old,
        })
    }
}

/// Buckets by whom they are for. Those that are full again are forgotten when there are too many.
#[derive(Debug)]
pub(crate) struct Paces<K> {
    most: u32,
    per_minute: u32,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Buckets that are remembered.
const MOST_BUCKETS: usize = 10_000;

impl<K: Eq + Hash> Paces<K> {
    pub(crate) fn new(most: u32, per_minute: u32) -> Self {
        Self { most, per_minute, buckets: Mutex::default() }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&self, whose: K) -> bool {
        let (most, per_minute) = (self.most, self.per_minute);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(&whose) {
            buckets.retain(|_, bucket| !bucket.is_full(most, per_minute));
            // All of them are in use: rather a new start for everybody than no end of memory.
            if buckets.len() >= MOST_BUCKETS {
                buckets.clear();
            }
        }
        buckets.entry(whose).or_insert_with(|| Bucket::full(most)).take(most, per_minute)
    }

    /// Whether there is one.
    pub(crate) fn has_one(&self, whose: &K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.get_mut(whose).is_none_or(|bucket| bucket.has_one(self.most, self.per_minute))
    }
}

/// How many of something each has at a time, and all together.
#[derive(Debug)]
pub(crate) struct Crowd<K: Eq + Hash> {
    most: usize,
    inside: Mutex<(usize, HashMap<K, usize>)>,
}

/// One of a crowd, until it is dropped.
#[derive(Debug)]
pub(crate) struct Inside<K: Eq + Hash> {
    crowd: Arc<Crowd<K>>,
    whose: K,
}

impl<K: Eq + Hash + Clone> Crowd<K> {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, inside: Mutex::default() })
    }

    /// Counts one in if there is room for it, and if whose it is has fewer than `each`.
    pub(crate) fn enter(self: &Arc<Self>, whose: K, each: usize) -> Option<Inside<K>> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = &mut *inside;
        if *all >= self.most || own.get(&whose).is_some_and(|own| *own >= each) {
            return None;
        }
        *all += 1;
        *own.entry(whose.clone()).or_default() += 1;
        Some(Inside { crowd: Arc::clone(self), whose })
    }
}

impl<K: Eq + Hash> Drop for Inside<K> {
    fn drop(&mut self) {
        let mut inside = self.crowd.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = &mut *inside;
        *all = all.saturating_sub(1);
        if let Some(count) = own.get_mut(&self.whose) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                own.remove(&self.whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_full_for_each_and_for_all_and_has_room_again() {
        let crowd = Crowd::new(3);
        let one = crowd.enter("Bo", 2).expect("room");
        let _two = crowd.enter("Bo", 2).expect("room");
        assert!(crowd.enter("Bo", 2).is_none(), "Bo has two");
        let _three = crowd.enter("Di", 2).expect("room for Di");
        assert!(crowd.enter("Eve", 2).is_none(), "three are inside");
        drop(one);
        assert!(crowd.enter("Bo", 2).is_some());
    }

    #[test]
    fn addresses_of_one_house_are_one_and_paces_are_each_ones_own() {
        let of = |text: &str| Address::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
        let paces = Paces::new(2, 0);
        assert!(paces.take(of("192.0.2.7")) && paces.take(of("192.0.2.7")));
        assert!(!paces.take(of("192.0.2.7")) && !paces.has_one(&of("192.0.2.7")));
        assert!(paces.has_one(&of("192.0.2.8")) && paces.take(of("192.0.2.8")));
    }
}

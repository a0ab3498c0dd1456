//! How much anybody may ask of the server. Every limit has its place here.

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

// The load on it: node load.cjs PORT MATCHES CLIENTS SECONDS
// At every match the first client moves, and again as soon as it has been told of its move; when the last client is
// told is measured beside it. Prints one line of JSON.
const { io } = require('socket.io-client');

const [port, matches, clients, seconds] = process.argv.slice(2).map(Number);
const run = Math.random().toString(36).slice(2);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const share = (sorted, part) => (sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] : NaN);

async function sit(match, at) {
  const socket = io(`http://127.0.0.1:${port}/table`, { transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise((done, failed) => {
    socket.on('connect_error', failed);
    socket.on('connect', done);
  });
  await new Promise((done) => {
    socket.once('sync', (id, info) => {
      match.state = info.state._stateID;
      done();
    });
    socket.emit('sync', match.id, String(at), undefined, 8);
  });
  const told = (state) => {
    if (at === 0 && match.waits && state > match.state) {
      match.state = state;
      match.answered.push(now() - match.begun);
      match.waits = false;
      match.next?.();
    } else if (at === clients - 1 && match.sent.has(state)) {
      match.told.push(now() - match.sent.get(state));
      match.sent.delete(state);
    }
  };
  socket.on('update', (id, state) => told(state._stateID));
  socket.on('patch', (id, before, state) => told(state));
  return socket;
}

function move(match) {
  match.waits = true;
  match.begun = now();
  match.sent.set(match.state + 1, match.begun);
  const action = { type: 'MAKE_MOVE', payload: { type: 'roll', args: [4], playerID: '0', credentials: undefined } };
  match.sockets[0].emit('update', action, match.state, match.id, '0');
}

async function main() {
  const all = [];
  for (let at = 0; at < matches; at++) {
    const match = { id: run + at, state: 0, begun: 0, waits: false, sockets: [], sent: new Map(), answered: [], told: [] };
    for (let seat = 0; seat < clients; seat++) match.sockets.push(await sit(match, seat));
    all.push(match);
  }
  const end = now() + seconds * 1000;
  for (const match of all) {
    match.next = () => {
      if (now() < end) move(match);
    };
    match.next();
  }
  await new Promise((done) => setTimeout(done, seconds * 1000 + 500));
  const sorted = (name) => all.flatMap((match) => match[name]).sort((one, other) => one - other);
  const [answered, told] = [sorted('answered'), sorted('told')];
  const figures = {
    moves_per_s: Math.round(answered.length / seconds),
    p50_ms: share(answered, 0.5),
    p99_ms: share(answered, 0.99),
    last_client_p50_ms: share(told, 0.5),
    last_client_p99_ms: share(told, 0.99),
  };
  console.log(JSON.stringify(figures));
  process.exit(0);
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});

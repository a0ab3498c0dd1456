// boardgame.io with a minimal dice game: node server.cjs PORT [delta]
const { Server, Origins } = require('boardgame.io/server');

const port = Number(process.argv[2]);
const game = {
  name: 'table',
  minPlayers: 1,
  maxPlayers: 8,
  disableUndo: true,
  deltaState: process.argv[3] === 'delta',
  setup: () => ({ rolls: 0, last: [], hp: [20, 20, 20, 20] }),
  turn: { activePlayers: { all: 'play' }, stages: { play: {} } },
  moves: {
    roll: ({ G, random, playerID }, count) => {
      const dice = random.D6(count || 4);
      G.rolls++;
      G.last = dice;
      G.hp[Number(playerID) % 4] = dice.reduce((sum, die) => sum + die, 0);
    },
  },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.app.silent = true;
console.info = () => {};
console.log = () => {};
server.run({ port });
// Never left behind, whatever becomes of whoever started it.
setTimeout(() => process.exit(0), 120000);

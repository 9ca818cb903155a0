type TestFiles = { project: 'unit' | 'postgres' | 'browser'; files: readonly string[] }

/**
 * A proof that takes long: test files, of which some have its negative controls, or a program of which the last line tells how
 * much it has tried, and test files for its controls.
 */
export type Proof = {
  name: string
  /** What holds if it passes. */
  proves: string
  by: TestFiles | { program: string; short: Lengths; controls: TestFiles }
  /** The lengths of its long form; its short form, without them, is part of `npm test`. */
  long?: Lengths
}

/** Variables of the environment; one that is set already keeps its value. */
export type Lengths = Readonly<Record<`FETTLE_${string}`, string>>

const unit = (...files: string[]) => ({ project: 'unit', files }) as const
const postgres = (...files: string[]) => ({ project: 'postgres', files }) as const
const browser = (...files: string[]) => ({ project: 'browser', files }) as const

/** The proofs, in the order in which they run. */
export const proofs: readonly Proof[] = [
  {
    name: 'kills',
    proves:
      'Nothing acknowledged is lost or applied twice while API, projector and PostgreSQL are killed and stopped under 8 writers',
    by: postgres('test/faults/durability.pg.test.ts'),
    long: { FETTLE_KILLS: '300' },
  },
  {
    name: 'rows',
    proves: 'Rows, pushes and replays match the events while projector and PostgreSQL are killed',
    by: postgres('projector/kills.pg.test.ts'),
    long: { FETTLE_KILLS: '300' },
  },
  {
    name: 'erasures',
    proves: 'An erasure is completed although a process is killed',
    by: postgres('test/faults/erasure-kills.pg.test.ts'),
    long: { FETTLE_ERASURES: '50' },
  },
  {
    name: 'closings',
    proves: 'A closed company is erased completely and once although the processes at work on it are killed',
    by: postgres('test/faults/company-erasure-kills.pg.test.ts'),
    long: { FETTLE_COMPANY_ERASURES: '50', FETTLE_COMPANY_ERASURE_STEPS: '4' },
  },
  {
    name: 'reactions',
    proves:
      'Each person is told once of what concerns them although the engine that follows events is killed, two at once',
    by: postgres('api/reactions/kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '10000' },
  },
  {
    name: 'pushes',
    proves: 'Each phone shows once what its person is to hear although the engines that push are killed, two at once',
    by: postgres('test/faults/push-kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '10000' },
  },
  {
    name: 'messages',
    proves:
      'Each tenant gets each mail and text once, and each person one daily email, although the engines that send are killed, two at once',
    by: postgres('test/faults/message-kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '3000' },
  },
  {
    name: 'packs',
    proves:
      'Each recipient of an evidence pack gets it once and whole although the engines that send are killed, two at once',
    by: postgres('test/faults/pack-kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '400' },
  },
  {
    name: 'stuck',
    proves:
      'The office is told once of each device whose changes were refused although what tells it is killed, two at once',
    by: postgres('test/faults/stuck-work-kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '3000' },
  },
  {
    name: 'webhooks',
    proves:
      'A receiver that keeps the ids of deliveries takes each event once although two engines are killed at random',
    by: postgres('api/reactions/webhooks/kills.pg.test.ts'),
    long: { FETTLE_KILLS: '100', FETTLE_EVENTS: '10000' },
  },
  {
    name: 'devices',
    proves: 'A browser killed while somebody works loses nothing that it has shown as kept',
    by: browser('test/faults/day-of-kills.e2e.test.ts'),
    long: { FETTLE_KILLS: '100' },
  },
  {
    name: 'once',
    proves: 'A command has one effect and one answer, however often it is sent at once to two APIs',
    by: postgres('test/faults/sent-again.pg.test.ts'),
    long: { FETTLE_COMMANDS: '10000' },
  },
  {
    name: 'lines',
    proves: 'Over a line that cuts every fifth request each change and photo arrives once, in order',
    by: browser('web/app/lossy-line.e2e.test.ts'),
    long: { FETTLE_LOSSY: '10' },
  },
  {
    name: 'loads',
    proves: 'A first load on a line that cuts every tenth request ends with the list',
    by: browser('web/app/first-load.e2e.test.ts'),
    long: { FETTLE_FIRST_LOADS: '20' },
  },
  {
    name: 'silence',
    proves: 'Both programs stop within seconds although their connections to the database have gone silent',
    by: postgres('test/faults/half-open-stop.pg.test.ts'),
  },
  {
    name: 'disk',
    proves: 'On a full disk reading goes on, changes are refused, and nothing acknowledged is lost',
    by: postgres('cli/process/full-disk.pg.test.ts'),
  },
  {
    name: 'clocks',
    proves: 'Order, visits and earlier states of a job do not depend on the clocks of servers and devices',
    by: postgres('test/faults/clock-jumps.pg.test.ts'),
    long: { FETTLE_CLOCK_JUMPS: '1000' },
  },
  {
    name: 'upgrade',
    proves: 'A release takes over from the one before while people work, and the databases of six earlier ones',
    by: postgres('test/project/upgrade.pg.test.ts', 'test/releases/earlier-releases.pg.test.ts'),
    long: { FETTLE_RELEASES: '6' },
  },
  {
    name: 'values',
    proves: 'Every value that a command accepts can be folded and stored in every read model',
    by: postgres('projector/live/accepted-values.pg.test.ts'),
    long: { FETTLE_HISTORIES: '1000' },
  },
  {
    name: 'replays',
    proves: 'Rows are the same whether folded live, replayed or folded in memory',
    by: postgres('projector/live/live-and-replay.pg.test.ts'),
    long: { FETTLE_HISTORIES: '500' },
  },
  {
    name: 'tampering',
    proves: 'Every tampering with the log is found, at its place or against a head signed before',
    by: postgres('ledger/proof/tampering.pg.test.ts', 'ledger/proof/kinds-of-tampering.pg.test.ts'),
    long: { FETTLE_TAMPERINGS: '1000' },
  },
  {
    name: 'rights',
    proves: 'Every route answers every role, and callers without one, for own, foreign and missing ids as described',
    by: postgres(
      'api/rights-matrix.pg.test.ts',
      'api/openapi/openapi.pg.test.ts',
      'api/team-canary.pg.test.ts',
      'api/push/rights.pg.test.ts',
    ),
  },
  {
    name: 'hostile',
    proves: 'No hostile request or socket event ends the process, fails inside it, or reaches another company',
    by: postgres('api/hostile-requests.pg.test.ts', 'api/commands/bad-commands.pg.test.ts'),
    long: { FETTLE_HOSTILE: '50000' },
  },
  {
    name: 'guesses',
    proves: 'Guessing links, keys and tokens opens nothing, and locks nobody out',
    by: postgres('api/guessed-secrets.pg.test.ts'),
    long: { FETTLE_GUESSES: '10000' },
  },
  {
    name: 'rules',
    proves: 'Whatever people do in whatever order, the rules hold, and devices, rows and histories agree with the log',
    by: unit(
      'core/ledger/properties.test.ts',
      'core/history/undo.test.ts',
      'core/history/company-history.test.ts',
      'core/projections/dashboard.test.ts',
      'projector/rows/fold.test.ts',
    ),
    long: { FETTLE_SEQUENCES: '10000' },
  },
  {
    name: 'days',
    proves: 'After simulated days of mishaps all devices agree with the server, and no command is lost',
    by: {
      program: 'test/simulation/simulate.ts',
      short: { FETTLE_DAYS: '3' },
      controls: unit('test/simulation/simulation.test.ts'),
    },
    long: { FETTLE_DAYS: '1000', FETTLE_PLANTED_FAULTS: '10' },
  },
]

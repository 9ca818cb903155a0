const ownServer = 'starts, stops or kills a PostgreSQL of its own, with the product as its only user'
const embedded = 'is about the PostgreSQL that comes with Fettle'
const oneMachine = 'is about a database of one machine'

/** The files of tests on PostgreSQL that do not run on Citus, with the reason: what they are about is not there. */
export const notOnCitus: Record<string, string> = {
  'api/reads/joins.pg.test.ts': `${oneMachine}, which plans a statement once for all companies`,
  'cli/commands/backup.pg.test.ts':
    'compares the tables of a database with those of its copy on one machine, to the letter; walk.citus.test.ts restores backups of Citus',
  'cli/commands/erase.pg.test.ts': embedded,
  'cli/commands/erased-everywhere.pg.test.ts': `${oneMachine}, whose statistics and files it searches`,
  'cli/database/embedded-postgres.pg.test.ts': embedded,
  'cli/database/pg-dump.pg.test.ts':
    'dumps and restores with the programs of a PostgreSQL that is installed on the machine',
  'cli/database/service-logins.pg.test.ts': ownServer,
  'cli/database/turn-over-log.pg.test.ts': embedded,
  'cli/database/upgraded-sessions.pg.test.ts':
    'starts at a migration from before there was a way to distribute a database',
  'cli/process/full-disk.pg.test.ts': embedded,
  'cli/process/running-fettle.pg.test.ts': embedded,
  'migrations/distribution/distribute.pg.test.ts': `${oneMachine}, which is refused or left alone`,
  'migrations/schema.pg.test.ts': `${oneMachine}, as the migrations make it`,
  'projector/kills.pg.test.ts': ownServer,
  'projector/live/dies-at-commit.pg.test.ts': `${oneMachine}, which a trigger of the test cuts off at its commit`,
  'projector/live/upkeep.pg.test.ts': `${oneMachine}, whose samples it counts`,
  'test/faults/company-erasure-kills.pg.test.ts': `${oneMachine}, whose locks show it when to kill`,
  'test/faults/durability.pg.test.ts': ownServer,
  'test/faults/undone-rows.pg.test.ts': ownServer,
  'test/releases/earlier-releases.pg.test.ts': 'restores databases of earlier releases, none of which was on Citus',
}

import type pg from 'pg'

/** How many of a pool's connections are lent. Its total falls too, as those that idle are closed. */
export const busyConnections = (pool: pg.Pool): number => pool.totalCount - pool.idleCount

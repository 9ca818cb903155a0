import { availableParallelism } from 'node:os'

/**
 * How many processor cores may work on what no request waits for: one is left to requests, if there are several. A lower priority alone
 * does not do: some kernels let whatever runs go on until the next tick of their clock, up to ten milliseconds, and a command is handed
 * from process to process several times.
 */
export const spareCores = Math.max(1, availableParallelism() - 1)

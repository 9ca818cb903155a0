/** The states of a replay's run. `waiting`, `running` and `paused` runs are open. A projection has at most one open run. */
export const runStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]
export const openRunStates: readonly RunState[] = ['waiting', 'running', 'paused']

import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { ComparisonAnswer, ProjectionRun, ProjectionsAnswer, RunAnswer, RunsPush } from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { call } from '#web/client/call.ts'

const projectionsKey = ['projections']
const comparisonKey = (name: string) => ['comparison', name]
/** Polling interval in milliseconds. */
const pollEvery = 2_000

/** The company's projections and their runs; polled while the screen is open. */
export const useProjections = (enabled: boolean) =>
  useQuery({
    queryKey: projectionsKey,
    queryFn: ({ signal }) => call<ProjectionsAnswer>(paths.projections, { signal }),
    refetchInterval: pollEvery,
    placeholderData: keepPreviousData,
    enabled,
  })

/** The result of a projection's last comparison; reads nothing without a name. */
export const useComparison = (name: string | undefined) =>
  useQuery({
    queryKey: comparisonKey(name ?? ''),
    queryFn: ({ signal }) => call<ComparisonAnswer>(pathTo(paths.comparison, { name: name ?? '' }), { signal }),
    enabled: name !== undefined,
    retry: false,
  })

const pathOf = {
  replay: paths.replayProjection,
  compare: paths.compareProjection,
  promote: paths.promoteProjection,
  discard: paths.discardProjection,
  undo: paths.undoProjection,
  retry: paths.retryProjection,
  pause: paths.pauseProjection,
  resume: paths.resumeProjection,
  cancel: paths.cancelProjection,
}
export type Act = keyof typeof pathOf

/** Starts an action on a projection and shows the resulting run at once. Throws CallFailure. */
export async function ask(queries: QueryClient, act: Act, name: string): Promise<ProjectionRun> {
  const { run } = await call<RunAnswer>(pathTo(pathOf[act], { name }), { body: {} })
  takeRuns(queries, { runs: [run] })
  await refetch(queries, run)
  return run
}

/** Applies pushed runs to the cache; when a run has ended, everything it may have changed is refetched. */
export function takeRuns(queries: QueryClient, { runs }: RunsPush) {
  queries.setQueryData<ProjectionsAnswer>(
    projectionsKey,
    (known) => known && { ...known, runs: [...runs, ...known.runs.filter((one) => !runs.some(isSame(one)))] },
  )
  for (const run of runs) if (!isOpen(run)) void refetch(queries, run)
}

export const isOpen = ({ state }: ProjectionRun) => openRunStates.includes(state)

const isSame = (one: ProjectionRun) => (other: ProjectionRun) => one.runId === other.runId

const refetch = (queries: QueryClient, { projections }: ProjectionRun) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: projectionsKey }),
    ...projections.map(({ name }) => queries.invalidateQueries({ queryKey: comparisonKey(name) })),
  ])

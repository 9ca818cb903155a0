import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { paths, pathTo } from '#core/wire/paths.ts'
import {
  type ComparisonAnswer,
  openRunStates,
  type ProjectionRun,
  type ProjectionsAnswer,
  type RunAnswer,
  type RunsPush,
} from '#core/wire/projections.ts'
import { call } from '#web/client/call.ts'

const projectionsKey = ['projections']
const comparisonKey = (name: string) => ['comparison', name]
/** Figures change at most this often, in milliseconds. */
const lookEvery = 2_000

/** Every projection of the company as it stands, and its runs; looked at again while the screen is open. */
export const useProjections = (enabled: boolean) =>
  useQuery({
    queryKey: projectionsKey,
    queryFn: ({ signal }) => call<ProjectionsAnswer>(paths.projections, { signal }),
    refetchInterval: lookEvery,
    placeholderData: keepPreviousData,
    enabled,
  })

/** What the last comparison of a projection found; undefined is none. */
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

/** Asks for something of a projection; shows at once what the server made of it. Throws CallFailure. */
export async function ask(queries: QueryClient, act: Act, name: string): Promise<ProjectionRun> {
  const { run } = await call<RunAnswer>(pathTo(pathOf[act], { name }), { body: {} })
  takeRuns(queries, { runs: [run] })
  await readAgain(queries, run)
  return run
}

/** Puts runs that have moved into what was read; where one has ended, all that it may have changed is read again. */
export function takeRuns(queries: QueryClient, { runs }: RunsPush) {
  queries.setQueryData<ProjectionsAnswer>(
    projectionsKey,
    (known) => known && { ...known, runs: [...runs, ...known.runs.filter((one) => !runs.some(isSame(one)))] },
  )
  for (const run of runs) if (!isOpen(run)) void readAgain(queries, run)
}

export const isOpen = ({ state }: ProjectionRun) => openRunStates.includes(state)

const isSame = (one: ProjectionRun) => (other: ProjectionRun) => one.runId === other.runId

const readAgain = (queries: QueryClient, { projections }: ProjectionRun) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: projectionsKey }),
    ...projections.map(({ name }) => queries.invalidateQueries({ queryKey: comparisonKey(name) })),
  ])

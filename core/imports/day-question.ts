import type { ImportPlan } from '#core/wire/imports.ts'
import { type DayOrder, shownDayOrder } from './days.ts'

type Plan = Pick<ImportPlan, 'columns' | 'dayOrder' | 'mapping'>

const ownColumn = ({ mapping }: Plan) => mapping.createdAt?.[0]

/** The order of a file's dates: the chosen one, or else the one that the file shows. Undefined if it shows none. */
export const dayOrderIn = (plan: Plan): DayOrder | undefined =>
  plan.dayOrder ?? shownDayOrder(plan.columns, ownColumn(plan))

/** The first date of the jobs that can be read in two ways, if nothing tells which; undefined if there is nothing to ask. */
export const unclearDay = (plan: Plan): string | undefined =>
  dayOrderIn(plan) ? undefined : plan.columns.find(({ name }) => name === ownColumn(plan))?.dates?.either

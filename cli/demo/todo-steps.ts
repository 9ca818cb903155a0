import { jobRef } from '#core/job/values.ts'
import { errands } from './invented-texts.ts'
import type { Chance } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

const hour = 3_600_000
const day = 24 * hour
/** To-dos are of these last days: nobody keeps old ones. */
const kept = 12 * day

/** What everyone has written down to do in the days before `until`, about the newest jobs of a story; some of it is done. */
export function todosOf(story: readonly Step[], until: number, crew: Crew, chance: Chance): Step[] {
  const jobs = story.filter((step) => step.type === 'CreateJob').length
  return [...crew.office, ...crew.team].flatMap((userId) =>
    Array.from({ length: chance.whole(3, 7) }, () => {
      const at = Math.round(until - chance.next() * kept)
      const data = { userId, todoId: chance.id(at) }
      const job = jobRef(Math.max(1, jobs - chance.whole(0, 20)))
      const text = chance.pick(errands).replace('JOB', job)
      const added: Step = { at, by: userId, type: 'AddTodo', data: { ...data, text } }
      const ticked = at + chance.whole(1, 40) * hour
      const done: Step = { at: ticked, by: userId, type: 'ToggleTodo', data: { ...data, completed: true } }
      return chance.of(0.5) && ticked <= until ? [added, done] : [added]
    }).flat(),
  )
}

import { jobRef } from '#core/job/values.ts'
import { errands } from './invented-texts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

const hour = 3_600_000
const day = 24 * hour
/** To-dos are recent: nobody keeps old ones. */
const recent = 12 * day

/** Everyone's to-dos from the days before `until`, about the newest jobs of a story; some are ticked off. */
export function todoSteps(story: readonly Step[], until: number, crew: Crew, random: SeededRandom): Step[] {
  const jobs = story.filter((step) => step.type === 'CreateJob').length
  return [...crew.office, ...crew.team].flatMap((userId) =>
    Array.from({ length: random.whole(3, 7) }, () => {
      const at = Math.round(until - random.next() * recent)
      const data = { userId, todoId: random.id(at) }
      const job = jobRef(Math.max(1, jobs - random.whole(0, 20)))
      const text = random.pick(errands).replace('JOB', job)
      const added: Step = { at, by: userId, type: 'AddTodo', data: { ...data, text } }
      const ticked = at + random.whole(1, 40) * hour
      const done: Step = { at: ticked, by: userId, type: 'ToggleTodo', data: { ...data, completed: true } }
      return random.chance(0.5) && ticked <= until ? [added, done] : [added]
    }).flat(),
  )
}

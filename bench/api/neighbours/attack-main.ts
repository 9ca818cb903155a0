import { setTimeout as wait } from 'node:timers/promises'
import { type AttackName, attacks, type Target } from './attacks.ts'

/** What the process is told: to attack, or to stop. */
export type Told = { name: AttackName; target: Target } | 'stop'

/** In milliseconds, after a refusal: a program that does not wait as long as it is told. */
const pauseAfterRefusal = 50

let over = new AbortController()
process.on('message', (told: Told) => {
  over.abort()
  if (told === 'stop') return
  over = new AbortController()
  const { signal } = over
  const { atOnce, ask } = attacks[told.name]
  const attack = async (nth: number) => {
    const person = told.target.people[nth % told.target.people.length]
    if (!person) throw new Error('Nobody attacks')
    while (!signal.aborted) {
      const { status, body } = await ask(told.target, person, signal)
      await body?.pipeTo(new WritableStream(), { signal })
      process.send?.(status)
      if (status >= 400) await wait(pauseAfterRefusal)
    }
  }
  const stopped = (error: unknown) => {
    if (!signal.aborted) throw error
  }
  for (let nth = 0; nth < atOnce; nth += 1) void attack(nth).catch(stopped)
})

import { v7 as uuid } from 'uuid'
import { paths, pathTo } from '#core/wire/paths.ts'

/** What the attacking process is told. */
export type Target = {
  url: string
  people: readonly { token: string; companyId: string }[]
  /** A job with a long history, and one that is new: a job takes 2,000 comments. */
  jobId: string
  newJobId: string
  /** A photo in base64. */
  photo: string
}
type Attack = {
  atOnce: number
  ask(target: Target, person: Target['people'][number], signal: AbortSignal): Promise<Response>
}

const get = (path: string): Attack['ask'] => {
  return ({ url }, { token }, signal) => fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal })
}

/** One command a request, each new. */
const change = (make: (target: Target) => [string, object]): Attack['ask'] => {
  return (target, { token }, signal) => {
    const { url } = target
    const [type, data] = make(target)
    const commands = [{ commandId: uuid(), happenedAt: new Date().toISOString(), attempt: 1, type, data }]
    return fetch(url + paths.commands, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ commands }),
      signal,
    })
  }
}

/** Requests that one company's people can send, each as often as the server takes it. */
export const attacks = {
  'five searches of the history': { atOnce: 5, ask: get(`${paths.history}?search=nothing+like+this`) },
  'three exports': { atOnce: 3, ask: get(`${paths.exportHistory}?format=csv`) },
  'three evidence packs': {
    atOnce: 3,
    ask: (target, ...by) => get(`${pathTo(paths.jobEvidence, { jobId: target.jobId })}?notes=yes`)(target, ...by),
  },
  'three photos of 49 megapixels': {
    atOnce: 3,
    async ask({ url, newJobId: jobId, photo }, { token, companyId }, signal) {
      const form = new FormData()
      const fields = { jobId, companyId, username: 'anybody', userRole: 'admin', imageIds: JSON.stringify([uuid()]) }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.append('images', new Blob([Buffer.from(photo, 'base64')], { type: 'image/png' }), 'bomb.png')
      const headers = { authorization: `Bearer ${token}` }
      return fetch(url + pathTo(paths.uploadImage, { companyId }), { method: 'POST', headers, body: form, signal })
    },
  },
  '30 scrapes of the metrics': { atOnce: 30, ask: get(paths.metrics) },
  '150 refused commands': {
    atOnce: 150,
    ask: change(({ jobId }) => ['CycleTask', { jobId, taskId: uuid(), from: 'not completed' }]),
  },
  '150 comments': {
    atOnce: 150,
    ask: change(({ newJobId: jobId }) => ['AddNote', { jobId, noteId: uuid(), note: 'Flood' }]),
  },
  '150 ends of a calendar link': {
    atOnce: 150,
    ask: ({ url }, { token }, signal) =>
      fetch(url + paths.calendarFeed, { method: 'DELETE', headers: { authorization: `Bearer ${token}` }, signal }),
  },
  '150 reads that ask for an event to come': { atOnce: 150, ask: get(`${paths.jobs}?after=999999999`) },
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
const isAttack = (name: string): name is AttackName => Object.hasOwn(attacks, name)
export const attackNames = Object.keys(attacks).filter(isAttack)

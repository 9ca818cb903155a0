import type { TaskConflict } from '#core/job/task-conflict.ts'
import { nextTaskStatus, type TaskStatus } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import { dispatchOver } from '#web/sync/ledger/dispatch.ts'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { type Asking, type Question, state } from './question.ts'

/** A refused change of a task: the job and task, what the user set it to, in words and as a status, and why without photos. */
type Mine = {
  jobId: string
  taskId: string
  word: string
  status: TaskStatus
  ready?: boolean
  withoutPhotos?: string | undefined
}

/** The conflict of a refused change of a task as a question; undefined if the entry is none. */
export function taskQuestion(
  entry: Entry,
  { task, status, actorId, at }: TaskConflict,
  { nameOf, zone }: Asking,
): Question | undefined {
  const mine = mineOf(entry)
  if (!mine) return undefined
  const who = nameOf(actorId)
  const [made, theirs] = [timeIn(entry.happenedAt, zone), timeIn(at, zone)]
  const said = `At ${made} I set “${task}” to ${mine.word}.`
  if (status === undefined)
    return {
      text: `${who} deleted “${task}” at ${theirs}. It can’t be changed to ${mine.word} any more.`,
      about: 'What do you want to do?',
      answers: [
        {
          name: 'Tell the office',
          title: 'Tell the office I did it',
          detail: `A comment on the job, with the time ${made}`,
          act: () => state(entry, said),
        },
        {
          name: 'Drop my change',
          title: 'Drop my change',
          detail: 'Your photos stay on the job',
          act: () => void discard(entry.commandId),
        },
      ],
    }
  return {
    text: `You set “${task}” to ${mine.word} at ${made}. ${who} set it to ${label(status)} at ${theirs}.`,
    about: `You both changed “${task}”`,
    answers: [
      {
        name: 'Take theirs',
        title: label(status),
        detail: `${who}, ${theirs} · stands now`,
        act: () => state(entry, `${said} ${who} set it to ${label(status)}, which stands.`),
      },
      { name: 'Keep mine', title: mine.word, detail: `You, ${made}`, act: () => keepMine(entry, mine) },
    ],
  }
}

function mineOf({ command: { type, data } }: Entry): Mine | undefined {
  if (type === 'SetTaskReady') return { ...data, word: label('ready'), status: 'not completed' }
  if (type !== 'CycleTask' && type !== 'SetTaskStatus') return undefined
  const status = type === 'CycleTask' ? nextTaskStatus(data.from) : data.status
  const { jobId, taskId, withoutPhotos } = data
  return { jobId, taskId, word: label(status), status, ...(withoutPhotos === undefined ? {} : { withoutPhotos }) }
}

/** A new command over whatever stands, so that the history has both statements. */
function keepMine({ commandId }: Entry, { word: _, ...mine }: Mine): string | undefined {
  const refusal = dispatchOver({ type: 'SetTaskStatus', data: mine })
  if (!refusal) void discard(commandId)
  return refusal?.error
}

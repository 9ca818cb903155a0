import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import { addPersonHere, forgetPersonHere, type PersonHere } from '#web/client/here/people-here.ts'
import { type AskedPerson, askWhoIsGone } from './ask-who-is-gone.ts'
import styles from './left-behind.module.css'
import { type LeftBehindWork, leftBehindBy } from './left-behind-work.ts'
import { withWhy } from './who-is-gone.ts'

/** For each person who was signed out on this device: that their unsent work waits, or why they have no place here any more. */
export function LeftBehindNotices({ people }: { people: readonly PersonHere[] }) {
  const [known, setKnown] = useState<readonly AskedPerson[]>([])
  useEffect(() => {
    let isHere = true
    askWhoIsGone(withWhy(people)).then(
      (asked) => isHere && setKnown(withWhy(asked)),
      (error) => console.error('This browser could not ask who is gone', error),
    )
    return () => {
      isHere = false
    }
  }, [people])
  return (
    <div role="status" className={styles.notices}>
      {known.map((person) => (
        <Notice key={person.userId} person={person} />
      ))}
    </div>
  )
}

function Notice({ person }: { person: AskedPerson }) {
  const [work, setWork] = useState<LeftBehindWork>()
  const [isUnread, setUnread] = useState(false)
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const find = async () => {
      const found = await leftBehindBy(person)
      if (person.gone) {
        addPersonHere(person)
        await found.wipeRest()
      }
      setWork(found)
      if (found.changes + found.photos > 0) return
      // It is said once: nothing of somebody who left nothing behind stays, not even the name.
      if (person.gone) await found.wipe()
      else if (found.drafts === 0 && !person.isUnanswered) forgetPersonHere(person.userId)
    }
    // A slow device may not have opened its databases yet: until it has, nothing is said of what is on it.
    const look = () =>
      find().catch((error) => {
        console.error('This browser cannot say yet whether unsent work waits', error)
        if (!isHere) return
        setUnread(true)
        again = setTimeout(look, lookAgainAfter)
      })
    void look()
    return () => {
      isHere = false
      clearTimeout(again)
    }
  }, [person])
  const close = () => setClosed(true)
  if (closed) return null
  if (!work && isUnread && person.gone)
    return (
      <div className={styles.notice}>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        <p>
          <strong>{words[person.gone].happened(person.username)}</strong>
        </p>
      </div>
    )
  if (!work) return null
  const hasWork = work.changes + work.photos > 0
  if (person.gone) return <Gone why={person.gone} person={person} work={work} hasWork={hasWork} onClose={close} />
  if (!hasWork) return null
  return (
    <div className={styles.notice}>
      <IconClockUp size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>Unsent work of {person.username} is waiting on this device.</strong> It is sent when {person.username}{' '}
        signs in.
      </p>
    </div>
  )
}

/** In milliseconds. */
const lookAgainAfter = 2_000

/** What happened, and what follows from it. */
const words: Record<GoneCode, { happened(username: string): string; follows(hasWork: boolean): string }> = {
  'account-removed': {
    happened: (username) => `The account of ${username} was removed, so you were signed out.`,
    follows: () => 'Ask the owner of your company if this is a mistake.',
  },
  'account-closed': {
    happened: (username) => `You closed the account of ${username}, so you were signed out.`,
    follows: () => 'What you did in jobs stays in the history of your company.',
  },
  'account-erased': {
    happened: (username) => `Your company was closed and is now erased, so ${username} was signed out.`,
    follows: (hasWork) => `Everything ${hasWork ? 'else ' : ''}of it on this device has been deleted.`,
  },
}

type GoneProps = { why: GoneCode; person: PersonHere; work: LeftBehindWork; hasWork: boolean; onClose: () => void }

/** The work of somebody who is gone can no longer be sent: it can be saved before it is deleted. */
function Gone({ why, person: { username }, work, hasWork, onClose }: GoneProps) {
  const [failed, setFailed] = useState<string>()
  const attempt = async (what: () => Promise<void>, failure: string) => {
    try {
      await what()
      return true
    } catch (error) {
      console.error(failure, error)
      setFailed(failure)
      return false
    }
  }
  const save = () => attempt(work.save, 'The unsent work could not be saved. Please try again.')
  const wipe = async () => {
    if (await attempt(work.wipe, 'The unsent work could not be deleted. Please try again.')) onClose()
  }
  return (
    <div className={styles.notice}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{words[why].happened(username)}</strong> {words[why].follows(hasWork)}
        </p>
        {hasWork && (
          <p>
            {amountOf(work)} had not been sent from this device, and can’t be sent any more. You can save a copy before
            you delete it.
          </p>
        )}
        {failed && <p role="alert">{failed}</p>}
        <p className={styles.actions}>
          {hasWork ? (
            <>
              <button type="button" onClick={save}>
                Save a copy
              </button>
              <button type="button" onClick={wipe}>
                Delete from this device
              </button>
            </>
          ) : (
            <button type="button" onClick={onClose}>
              Close
            </button>
          )}
        </p>
      </div>
    </div>
  )
}

function amountOf({ changes, photos }: LeftBehindWork): string {
  const some = (count: number, one: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : `${one}s`}`])
  return [...some(changes, 'change'), ...some(photos, 'photo')].join(' and ')
}

import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import type { ProjectionsAnswer } from '#core/wire/projections.ts'
import { CallFailure } from '#web/client/request.ts'
import { duration } from '#web/screens/projections/projection-format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { numberText } from '#web/ui/number-format.ts'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './figures.module.css'
import { useLedgerCheck } from './use-ledger-check.ts'

/** The ledger's size and growth, how far the slowest projection is behind, and whether the chain is intact. */
export function Figures({ answer: { ledger, projections } }: { answer: ProjectionsAnswer }) {
  const lag = Math.max(0, ...projections.map((one) => one.lag.events))
  const wait = Math.max(0, ...projections.map((one) => one.lag.seconds))
  return (
    <div className={styles.figures}>
      <Figure value={numberText(ledger.events)} name="Events in the ledger" />
      <Figure value={numberText(Math.round(ledger.rate))} name="Events/s now" />
      <Figure value={numberText(lag)} name="Highest lag, events" look={lag > 0 && wait >= 1} />
      <Figure value={duration(wait)} name="Longest wait" look={wait >= 1} />
      <Check />
    </div>
  )
}

const Figure = ({ value, name, look = false }: { value: string; name: string; look?: boolean }) => (
  <p className={styles.figure}>
    <span className={styles.value} data-look={look || undefined}>
      {value}
    </span>
    <span className={styles.name}>{name}</span>
  </p>
)

/** The check of the whole ledger's chain, made when the screen opens and on request. */
function Check() {
  const { data, error, isFetching, refetch } = useLedgerCheck(true)
  const zone = useTimeZone()
  const now = useNow()
  const broken = error instanceof CallFailure && error.code === 'ledger-broken'
  return (
    <section className={styles.check} aria-label="The ledger’s chain" data-broken={broken || undefined}>
      {broken ? (
        <IconShieldX size={22} stroke={1.75} aria-hidden />
      ) : (
        <IconShieldCheck size={22} stroke={1.75} aria-hidden />
      )}
      <div className={styles.said} role="status">
        <strong>{broken ? 'Not verified' : data ? 'Ledger verified' : 'The ledger’s chain'}</strong>
        <span>
          {isFetching
            ? 'Checking the chain...'
            : error
              ? error.message
              : data && `Chain checked to event ${numberText(data.head.seq)}, ${ago(data.head.signedAt, now, zone)}`}
        </span>
      </div>
      <Button variant="default" disabled={isFetching} onClick={() => void refetch()}>
        Check now
      </Button>
    </section>
  )
}

import { useMediaQuery } from '@mantine/hooks'
import { Navigate, type NavigateOptions, useSearchParams } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { useUser } from '#web/client/use-user.ts'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { Page } from '#web/frame/page.tsx'
import { useCompanyHistory, useNewEvents } from '#web/sync/reads/history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { FoundCount } from '#web/ui/fields/found-count.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { HistoryFilters, historySearchField } from './filters.tsx'
import {
  eventIn,
  everything,
  type HistoryView,
  historyAddressOf,
  historyQueryOf,
  historyViewIn,
  isNarrowed,
} from './history-address.ts'
import styles from './history-screen.module.css'
import { HistoryList } from './list.tsx'
import { HistoryViews } from './security/views.tsx'

const EventRail = lazyComponent(async () => (await import('./rail.tsx')).EventRail, <Loading />)

const EventSheet = lazyComponent(async () => (await import('./event-sheet.tsx')).EventSheet)
const SecurityHistory = lazyComponent(
  async () => (await import('./security/security-history.tsx')).SecurityHistory,
  <Loading />,
)
const ExportMenu = lazyComponent(async () => (await import('./export-menu.tsx')).ExportMenu)

/** The company's whole history; its filters and the open event are in the address. */
export function HistoryScreen() {
  const { userRole } = useUser()
  const [address] = useSearchParams()
  if (!isOffice(userRole)) return <Navigate to="/sites" replace />
  return address.get('show') === 'security' ? <SecurityHistory /> : <CompanyHistory />
}

function CompanyHistory() {
  const zone = useTimeZone()
  const onPhone = useIsPhone()
  const asSheet = useMediaQuery('(max-width: 1179px)', undefined, { getInitialValueInEffect: false })
  const [address, changeAddress] = useAddress()
  const view = historyViewIn(address)
  const historyQuery = historyQueryOf(view, wallClock(new Date().toISOString(), zone).day)
  const read = useCompanyHistory(historyQuery)
  const news = useNewEvents(historyQuery, read.isPlaceholderData ? undefined : read.seq)
  // A search that has found nothing so far says how far back it has looked.
  const isKnown = view.search !== '' && !read.isPlaceholderData && read.searchedTo === undefined
  const found = isKnown ? read.entries?.length : undefined
  const opened = eventIn(address)
  const chosen = opened ?? (asSheet ? undefined : read.entries?.[0]?.seq)
  const go = (change: (now: HistoryView) => HistoryView, entry?: NavigateOptions) =>
    changeAddress((current) => historyAddressOf(change(historyViewIn(current))), entry)
  const choose = (seq: number | undefined) =>
    changeAddress((current) => historyAddressOf(historyViewIn(current), seq), { replace: opened !== undefined })
  const moves = { next: () => moveFocus(1), previous: () => moveFocus(-1) }
  useKeys({
    '/': () => document.querySelector<HTMLElement>(`#${historySearchField}`)?.focus(),
    j: moves.next,
    arrowdown: moves.next,
    k: moves.previous,
    arrowup: moves.previous,
  })
  const event = { seq: chosen, zone, onChoose: choose }
  const rail = <EventRail {...event} />
  const exporting = <ExportMenu filters={historyQuery} phone={onPhone} />
  return (
    <Page title="History" phoneActions={onPhone && exporting} {...(asSheet ? {} : { rail })}>
      <HistoryViews />
      <div className={styles.bar}>
        <HistoryFilters view={view} onView={go} />
        {!onPhone && exporting}
      </div>
      <div aria-live="polite">
        {news.count > 0 && (
          <button type="button" className={styles.news} onClick={() => void news.show()}>
            Show {numberText(news.count)}
            {news.more ? ' or more' : ''} new {news.count === 1 && !news.more ? 'event' : 'events'}
          </button>
        )}
      </div>
      <FoundCount count={found} of="event" isMore={read.hasNextPage} />
      <HistoryList
        read={read}
        narrowed={isNarrowed(view)}
        onClear={() => go(() => everything)}
        zone={zone}
        chosen={chosen}
        onChoose={choose}
      />
      {asSheet && <EventSheet {...event} onClose={() => choose(undefined)} />}
    </Page>
  )
}

/** Moves the focus among the events; Enter opens the focused one. */
function moveFocus(by: 1 | -1) {
  const all = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = all.findIndex((one) => one.matches(':focus'))
  const from = at < 0 ? all.findIndex((one) => one.ariaCurrent === 'true') : at
  const next = all[Math.min(all.length - 1, Math.max(0, from + by))]
  next?.focus()
}

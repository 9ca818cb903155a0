import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import { withoutClick } from '#web/screens/calendar/visit/without-click.ts'
import { placeByArrow } from './place-keys.ts'
import { type BoardPlace, type Lifted, placeAt, type UsualStart } from './places.ts'
import type { PlacingHandle } from './placing-layer.tsx'
import { type BoardMeasures, measured } from './read-cells.ts'

/** Smaller movements, in pixels, count as a click. */
const reach = 4

type Options = {
  board: RefObject<HTMLElement | null>
  layer: RefObject<PlacingHandle | null>
  /** What lies across a day; undefined where each day is a cell. */
  hours: Stretch | undefined
  /** When a job of the tray starts on a person's day. */
  usualStart: UsualStart
  /** Whether a single letter may begin a move; people can turn them off. */
  singleKeys: boolean
  /** As soon as something is about to be moved. */
  onLift: (jobId: string) => void
  onPlace: (lifted: Lifted, place: BoardPlace, how: { byKey: boolean }) => void
}

/** How visits and jobs of the tray are moved over the board; the same object each time. */
export type Placing = {
  /** Drags with a mouse or a pen. Touch scrolls instead; fingers have the dialogs. */
  hold: (lifted: () => Lifted, event: ReactPointerEvent) => void
  /** Moves by keyboard, until Enter or Escape. */
  lift: (lifted: Lifted) => void
}

/** Moves what is lifted to another place of the board. Only the layer over the board renders meanwhile, so that it follows at once. */
export function usePlacing(options: Options): Placing {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return useMemo(() => {
    /** Begins a move; `end` takes back all that it showed. */
    const begin = (source?: Element) => {
      stop.current?.()
      const done = new AbortController()
      const end = () => {
        done.abort()
        source?.removeAttribute('data-lifted')
        latest.current.layer.current?.hide()
      }
      stop.current = end
      return { signal: done.signal, end }
    }
    return {
      hold: (lift, { button, pointerType, pageX, pageY, currentTarget }) => {
        if (button !== 0 || pointerType === 'touch') return
        const { signal, end } = begin(currentTarget)
        let move: ReturnType<typeof startedAt> | undefined
        const follow = (event: PointerEvent) => {
          if (!move && Math.hypot(event.pageX - pageX, event.pageY - pageY) < reach) return
          move ??= startedAt(lift(), latest.current, { pageX, currentTarget })
          move.to(event)
        }
        const drop = (event: PointerEvent) => {
          if (event.button !== 0) return
          end()
          if (!move) return
          withoutClick()
          const { lifted, place } = move.now()
          if (place) latest.current.onPlace(lifted, place, { byKey: false })
        }
        const giveUp = (event: KeyboardEvent) => {
          if (event.key !== 'Escape' || !move) return
          event.preventDefault()
          end()
          addEventListener('pointerup', withoutClick, { once: true })
        }
        addEventListener('pointermove', follow, { signal })
        addEventListener('pointerup', drop, { signal })
        addEventListener('pointercancel', end, { signal })
        addEventListener('keydown', giveUp, { signal })
      },
      lift: (lifted) => {
        const { board, hours, usualStart, layer, onLift, singleKeys } = latest.current
        if (!singleKeys) return
        const measures = board.current ? measured(board.current, hours) : nothing
        const { cells } = measures
        const first = cells[0]
        if (!first) return
        const { signal, end } = begin()
        onLift(lifted.jobId)
        const start = lifted.start ?? usualStart(first.userId, first.day, lifted.minutes)
        let place: BoardPlace = {
          ...{ minutes: lifted.minutes, start },
          userId: lifted.booking ? lifted.from : first.userId,
          day: lifted.day ?? first.day,
        }
        layer.current?.show({ lifted, place, ...measures, announced: true })
        const onKey = (event: KeyboardEvent) => {
          if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape' || event.key === 'Tab') return end()
          if (event.key === 'Enter') {
            end()
            return latest.current.onPlace(lifted, place, { byKey: true })
          }
          const next = placeByArrow(event, place, cells)
          const isOfTray = !hours && lifted.start === undefined
          if (next) place = isOfTray ? { ...next, start: usualStart(next.userId, next.day, next.minutes) } : next
          latest.current.layer.current?.show({ lifted, place, ...measures, announced: true })
        }
        addEventListener('keydown', onKey, { signal, capture: true })
        addEventListener('pointerdown', end, { signal })
      },
    }
  }, [])
}

const nothing: BoardMeasures = { cells: [], origin: { x: 0, y: 0 } }

type Held = { pageX: number; currentTarget: Element }

/** A drag that has begun: where it has led so far. */
function startedAt(
  lifted: Lifted,
  { board, hours, usualStart, layer, onLift }: Options,
  { pageX, currentTarget }: Held,
) {
  onLift(lifted.jobId)
  currentTarget.setAttribute('data-lifted', '')
  const measures = board.current ? measured(board.current, hours) : nothing
  const { left, width } = currentTarget.getBoundingClientRect()
  // A job of the tray is held at its start.
  const grabbed = lifted.booking ? ((pageX - scrollX - left) / width) * lifted.minutes : 0
  let place: BoardPlace | undefined
  let isShown = false
  return {
    to: (event: PointerEvent) => {
      const next = placeAt(measures.cells, { x: event.pageX, y: event.pageY }, lifted, { grabbed, usualStart })
      layer.current?.follow(event)
      if (isSame(next, place) && isShown) return
      isShown = true
      place = next
      layer.current?.show({ lifted, place, ...measures, announced: false })
    },
    now: () => ({ lifted, place }),
  }
}

const isSame = (one: BoardPlace | undefined, other: BoardPlace | undefined) =>
  one?.userId === other?.userId && one?.day === other?.day && one?.start === other?.start

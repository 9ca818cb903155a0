import { useLocation, useNavigate } from 'react-router'
import { useAddress } from '#web/ui/use-address.ts'

const parameter = 'entry'

/** The address of a job at an entry of its history; the rest of the address is kept. `on` is the tab to show. */
export function addressOfEntry(address: URLSearchParams, version: number | undefined, on?: 'job'): URLSearchParams {
  const next = new URLSearchParams(address)
  if (on) next.delete('tab')
  if (version === undefined) next.delete(parameter)
  else next.set(parameter, String(version))
  return next
}

/** The chosen entry of the history. It is in the address, so that Back returns to now and a link opens it. */
export function useChosenEntry() {
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const version = Number(address.get(parameter)) || undefined
  const openedHere = typeof state === 'object' && state !== null && 'past' in state
  const leave = () =>
    openedHere ? void navigate(-1) : changeAddress((before) => addressOfEntry(before, undefined), { replace: true })
  const choose = (to: number | undefined) => {
    if (to === undefined) return leave()
    const at = (before: URLSearchParams) => addressOfEntry(before, to)
    changeAddress(at, version === undefined ? { state: { past: true } } : { replace: true, state })
  }
  return { version, choose, leave }
}

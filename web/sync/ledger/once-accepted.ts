import { useLedger } from './ledger-store.ts'

/** Does something once the server has accepted a command of this page; never if it refuses it, or if it is discarded before. */
export function onceAccepted(commandId: string, then: () => void): void {
  const look = () => {
    const entry = useLedger.getState().queue.find((one) => one.commandId === commandId)
    if (entry?.state === 'waiting' || entry?.state === 'stuck' || entry?.state === 'refused') return
    stop()
    if (entry?.state === 'accepted') then()
  }
  const stop = useLedger.subscribe(look)
  look()
}

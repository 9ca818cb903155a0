import { create } from 'zustand'

/** What Chromium browsers hand over when the page can be installed; TypeScript does not know it yet. */
type Offer = { prompt(): Promise<unknown> }

const isOffer = (event: Event): event is Event & Offer => 'prompt' in event && typeof event.prompt === 'function'

/** Whether Fettle runs as an installed app, and the browser's offer to install it, if it made one. */
export const useInstallOffer = create<{ installed: boolean; offer: Offer | undefined }>(() => ({
  installed: false,
  offer: undefined,
}))

/** Keeps the browser's offer for when the person wants it; it is made once, soon after the page is there. */
export function listenForInstallOffer() {
  const installed =
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone)
  useInstallOffer.setState({ installed: installed === true })
  addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return
    event.preventDefault()
    useInstallOffer.setState({ offer: event })
  })
  addEventListener('appinstalled', () => useInstallOffer.setState({ installed: true, offer: undefined }))
}

/** Asks by the browser's own dialog. An offer holds for one time. */
export async function install() {
  const { offer } = useInstallOffer.getState()
  useInstallOffer.setState({ offer: undefined })
  await offer?.prompt()
}

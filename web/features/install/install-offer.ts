import { create } from 'zustand'

/** Chromium's offer to install the page, which TypeScript's types lack. */
type Offer = { prompt(): Promise<unknown> }

const isOffer = (event: Event): event is Event & Offer => 'prompt' in event && typeof event.prompt === 'function'

/** Whether Fettle runs as an installed app, and the browser's offer to install it, if it made one. */
export const useInstallOffer = create<{ installed: boolean; offer: Offer | undefined }>(() => ({
  installed: false,
  offer: undefined,
}))

/** Keeps the browser's offer, which comes once, soon after the page loads, until the user wants it. */
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

/** Opens the browser's own dialog. An offer can be used once. */
export async function install() {
  const { offer } = useInstallOffer.getState()
  useInstallOffer.setState({ offer: undefined })
  await offer?.prompt()
}

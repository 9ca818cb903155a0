import { useEffect, useState } from 'react'

/** Whether a page can show this device's camera. Browsers offer none over plain http. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const devices: MediaDevices | undefined = navigator.mediaDevices
    if (!devices) return
    const stopping = new AbortController()
    const look = () =>
      devices.enumerateDevices().then(
        (all) => stopping.signal.aborted || setHas(all.some(({ kind }) => kind === 'videoinput')),
        () => undefined,
      )
    void look()
    devices.addEventListener('devicechange', look, { signal: stopping.signal })
    return () => stopping.abort()
  }, [])
  return has
}

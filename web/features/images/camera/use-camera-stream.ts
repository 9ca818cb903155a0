import { useEffect, useState } from 'react'

/** A camera that starts, is shown, was not allowed by the user, or cannot be had. */
export type Camera = { is: 'starting' | 'denied' | 'failed' } | { is: 'live'; stream: MediaStream }

/** As large as a photo is kept, in the shape that phones' cameras have. */
const wanted: MediaStreamConstraints = {
  video: { facingMode: 'environment', width: { ideal: 2560 }, aspectRatio: { ideal: 4 / 3 } },
}

/** The camera at the back of the device, for as long as the component is shown. */
export function useCameraStream(): Camera {
  const [camera, setCamera] = useState<Camera>({ is: 'starting' })
  useEffect(() => {
    let taken: MediaStream | undefined
    const stop = () => {
      for (const track of taken?.getTracks() ?? []) track.stop()
    }
    const stopping = new AbortController()
    const { signal } = stopping
    const take = (stream: MediaStream) => {
      taken = stream
      if (signal.aborted) return stop()
      // Another app or the system may take the camera away.
      for (const track of stream.getTracks())
        track.addEventListener('ended', () => setCamera({ is: 'failed' }), { signal })
      setCamera({ is: 'live', stream })
    }
    navigator.mediaDevices.getUserMedia(wanted).then(take, (error: unknown) => {
      if (!signal.aborted) setCamera({ is: isRefusal(error) ? 'denied' : 'failed' })
    })
    return () => {
      stopping.abort()
      stop()
    }
  }, [])
  return camera
}

const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

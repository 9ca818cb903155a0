import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { useUser } from '#web/client/use-user.ts'
import { type AttachTo, attach } from './attach.ts'

/** The fraction sent so far, from 0 to 1, while files are on their way, or why attaching them failed. */
type Attaching = { sending?: number | undefined; error?: string | undefined }

/** By person and job or site. It is kept apart from the card, which unmounts when the phone is turned or the page is left. */
const useAll = create<Readonly<Record<string, Attaching>>>(() => ({}))
const nothing: Attaching = {}

/** A file that was moved, changed or is not on the device yet cannot be read. */
const unreadable = 'The files could not be read. Please choose them again.'

/** Attaches files to a job or a site, and reports progress. */
export function useAttaching(to: AttachTo): Attaching & { add: (files: readonly File[]) => void } {
  const user = useUser()
  const key = `${user.userId}:${'jobId' in to ? to.jobId : to.siteId}`
  const set = (now: Attaching) => useAll.setState({ [key]: now })
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    set({ sending: 0 })
    const error = await attach({ to, files, user, progress: (sending) => set({ sending }) }).catch((fault: unknown) => {
      console.error('Files could not be attached', fault)
      return unreadable
    })
    set({ error })
  }
  const { pathname } = useLocation()
  // Turning the phone keeps why it failed; leaving the page does not.
  useEffect(
    () => () => {
      const { error } = useAll.getState()[key] ?? nothing
      if (error !== undefined && location.pathname !== pathname) useAll.setState({ [key]: nothing })
    },
    [key, pathname],
  )
  return { ...useAll((all) => all[key] ?? nothing), add: (files) => void add(files) }
}

import { useState } from 'react'
import { useKeyboardHelp } from '#web/features/keyboard/keyboard-help-open.ts'
import { useLogOut } from '#web/features/navigation/log-out.tsx'
import { useSchemeToggle } from '#web/features/navigation/scheme-toggle.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import type { PaletteAction } from './palette-entries.ts'
import { closePalette, usePalette } from './palette-open.ts'

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette)
const NewJob = lazyComponent(async () => (await import('#web/features/job-dialogs/new-job.tsx')).NewJob)

/** The palette on every page, which carries out the chosen action. */
export function PaletteHost() {
  const { opened } = usePalette()
  const [creating, setCreating] = useState<boolean>()
  const logOut = useLogOut()
  const { other, toggle } = useSchemeToggle()
  const acts: Record<PaletteAction, () => void> = {
    'new-job': () => setCreating(true),
    scheme: toggle,
    keyboard: () => useKeyboardHelp.setState({ opened: true }),
    'log-out': () => void logOut.ask(),
  }
  return (
    <>
      {opened !== undefined && (
        <Palette opened={opened} onClose={closePalette} onAct={(act) => acts[act]()} otherScheme={other} />
      )}
      {creating !== undefined && <NewJob opened={creating} onClose={() => setCreating(false)} />}
      {logOut.dialog}
    </>
  )
}

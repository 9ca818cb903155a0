import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { useKeyboardHelp } from '#web/features/keyboard/keyboard-help-open.ts'
import { useLogOut } from '#web/features/navigation/log-out.tsx'
import { useSchemeToggle } from '#web/features/navigation/scheme-toggle.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import type { PaletteAction } from './palette-entries.ts'
import { closePalette, openPalette, usePalette } from './palette-open.ts'

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette)
const NewJob = lazyComponent(async () => (await import('#web/features/job-dialogs/new-job.tsx')).NewJob)

/** Opens the palette with Ctrl K (Cmd K on a Mac) on every page, and carries out the chosen action. */
export function PaletteHost() {
  const { opened } = usePalette()
  const [creating, setCreating] = useState<boolean>()
  const logOut = useLogOut()
  const { other, toggle } = useSchemeToggle()
  // An open dialog may hold unsaved input, so the shortcut does not close it.
  const ask = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // Browsers use it for a search of their own.
    event.preventDefault()
    if (opened) closePalette()
    else if (!document.querySelector('[role=dialog]:not([data-palette])')) openPalette()
  }
  useWindowEvent('keydown', ask)
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

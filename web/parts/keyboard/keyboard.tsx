import { IconKeyboard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeys } from './single-keys.ts'

const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }))

/** The keys that act on every page, and the button that lists them. */
export function Keyboard({ className, nameClass }: { className?: string | undefined; nameClass?: string | undefined }) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<boolean>()
  useKeys({
    '?': () => setOpened(true),
    'g s': () => void navigate('/sites'),
    'g c': () => void navigate('/calendar'),
  })
  return (
    <>
      <button type="button" className={className} title="Keyboard" onClick={() => setOpened(true)}>
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
        <span className={nameClass}>Keyboard</span>
      </button>
      {opened !== undefined && (
        <Suspense>
          <KeyboardHelp opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

import { IconKeyboard } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useUser } from '#web/client/use-user.ts'
import { allPlaces } from '#web/features/navigation/navigation.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useKeyboardHelp } from './keyboard-help-open.ts'
import { useKeys } from './single-keys.ts'

const KeyboardHelp = lazyComponent(async () => (await import('./keyboard-help.tsx')).KeyboardHelp)

/** The shortcuts that work on every page, and the button that lists them. */
export function Keyboard({ className, nameClass }: { className?: string | undefined; nameClass?: string | undefined }) {
  const navigate = useNavigate()
  const { userRole } = useUser()
  const { opened } = useKeyboardHelp()
  const setOpened = (is: boolean) => useKeyboardHelp.setState({ opened: is })
  useKeys({
    '?': () => setOpened(true),
    ...Object.fromEntries(
      allPlaces(userRole).flatMap(({ key, to }) => (key ? [[`g ${key}`, () => void navigate(to)]] : [])),
    ),
  })
  return (
    <>
      <button type="button" className={className} title="Keyboard" onClick={() => setOpened(true)}>
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
        <span className={nameClass}>Keyboard</span>
      </button>
      {opened !== undefined && <KeyboardHelp opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { isExactEnough } from '#core/site/location/exact-enough.ts'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { notSavedMessage } from '#web/client/not-saved-message.ts'
import { mayAskWhere, noPositionWords, whereAmI } from '#web/features/location/where-am-i.ts'
import { useSaving } from '#web/features/site/use-saving.ts'
import { useMay } from '#web/sync/rights.ts'
import { numberText } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './site-location.module.css'

type Located = Pick<SiteAnswer['site'], 'siteId' | 'location' | 'mergedInto'>

/** Whether the device is one that people carry to a site: a computer in the office says where the office is. */
const isCarried = () => matchMedia('(pointer: coarse)').matches

/** The location of the site on the map, which a person on site saves from their device. */
export function SiteLocation({ site: { siteId, location, mergedInto } }: { site: Located }) {
  const { busy, fault, save } = useSaving()
  const onPhone = useIsPhone()
  const [isFinding, setFinding] = useState(false)
  const [lost, setLost] = useState<string>()
  const mayChange = useMay('work') && mergedInto === undefined
  const mayLocate = mayChange && isCarried() && mayAskWhere()
  if (!location && !mayLocate) return null
  const from = location ?? 'none'
  const locate = async () => {
    setFinding(true)
    setLost(undefined)
    const found = await whereAmI(0)
    setFinding(false)
    if (typeof found === 'string') return setLost(noPositionWords[found])
    if (!isExactEnough(found))
      return setLost(
        `Your ${onPhone ? 'phone' : 'device'} is only sure to within ${numberText(found.accuracy)} m. Step outside and try again.`,
      )
    await save({ type: 'LocateSite', data: { siteId, ...found, from } }, notSavedMessage)
  }
  const remove = async () => {
    setLost(undefined)
    if (!(await save({ type: 'RemoveSiteLocation', data: { siteId, from } }, notSavedMessage)) || !location) return
    toast.undoable(
      'Location removed.',
      () => void save({ type: 'LocateSite', data: { siteId, ...location, from: 'none' } }, notSavedMessage),
    )
  }
  const wrong = isFinding || busy ? undefined : (lost ?? fault?.error)
  return (
    <div className={styles.location}>
      <p role="status" className={`${styles.words} ${wrong ? styles.fault : ''}`}>
        {isFinding ? 'Finding where you are…' : (wrong ?? savedWords(location))}
      </p>
      <div className={styles.buttons}>
        {mayLocate && (
          <Button
            variant="default"
            leftSection={<IconMapPin size={16} aria-hidden />}
            disabled={isFinding || busy}
            onClick={locate}
          >
            {location ? 'Correct location' : 'Save location'}
          </Button>
        )}
        {mayChange && location && (
          <Button variant="subtle" disabled={isFinding || busy} onClick={remove}>
            Remove<span className="sr"> location</span>
          </Button>
        )}
      </div>
    </div>
  )
}

const savedWords = (location: Located['location']) =>
  location
    ? `Location saved, within ${numberText(location.accuracy)} m`
    : 'Standing at the site? Save its location, so that Directions leads to the door.'

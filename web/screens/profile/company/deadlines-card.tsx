import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { type DeadlineRule, rules } from '#core/deadlines/rules.ts'
import type { DeadlineSettings, ServiceLevel } from '#core/deadlines/schemas.ts'
import { type Law, lawNames, laws, mostLevels, type Unit, units } from '#core/deadlines/values.ts'
import { paperDay } from '#core/time/format.ts'
import { useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import profileStyles from '#web/screens/profile/profile.module.css'
import { useMe } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import styles from './deadlines-card.module.css'
import { setCompany } from './set-company.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSettings } from './use-settings.ts'

/** The law that the company's homes are under, and the service levels that it promises of its own accord. */
export function DeadlinesCard() {
  const { data } = useMe()
  return data ? <Form key={data.company.c_id} companyId={data.company.c_id} /> : null
}

const nameless = 'Give each service level a name.'

function Form({ companyId }: { companyId: string }) {
  const mayChange = useMay('editJob')
  const { given, set, settings } = useSettings<DeadlineSettings>({
    title: 'Deadlines',
    saved: useDeadlineSettings(),
    check: ({ levels }) => (levels.some((one) => !one.name.trim()) ? nameless : undefined),
    send: async (sent, from) => {
      const kept = { ...sent, levels: sent.levels.map((one) => ({ ...one, name: one.name.trim() })) }
      await setCompany('SetDeadlineRules', { companyId, ...kept, from })
      return kept
    },
    withSaved: ({ office, ...company }, deadlines) =>
      office ? { ...company, office: { ...office, deadlines } } : company,
  })
  const setLevel = (levelId: string, change: Partial<ServiceLevel>) =>
    set({ ...given, levels: given.levels.map((one) => (one.levelId === levelId ? { ...one, ...change } : one)) })
  return (
    <SettingsForm
      settings={settings}
      note="Deadlines that are running keep the rule they started under"
      mayChange={mayChange}
    >
      <Select
        label="Your homes are in"
        disabled={!mayChange}
        allowDeselect={false}
        data={laws.map((value) => ({ value, label: lawNames[value] }))}
        value={given.law}
        onChange={(value) => set({ ...given, law: laws.find((one) => one === value) ?? given.law })}
      />
      <Versions law={given.law} />
      <fieldset className={styles.levels} disabled={!mayChange}>
        <legend>Your own service levels</legend>
        {given.levels.length === 0 && (
          <p className={profileStyles.quiet}>None yet. Add what you promise, such as ‘Urgent’ within 24 hours.</p>
        )}
        {given.levels.map((level, at) => (
          <LevelRow
            key={level.levelId}
            level={level}
            number={at + 1}
            isNameless={settings.error === nameless && !level.name.trim()}
            mayChange={mayChange}
            onChange={(change) => setLevel(level.levelId, change)}
            onDelete={() => set({ ...given, levels: given.levels.filter((one) => one !== level) })}
          />
        ))}
        {mayChange && given.levels.length < mostLevels && (
          <Button
            variant="default"
            className={styles.add}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set({ ...given, levels: [...given.levels, newLevel()] })}
          >
            Add a service level
          </Button>
        )}
      </fieldset>
    </SettingsForm>
  )
}

/** The versions of a law that Fettle knows, and from when each counts. */
const Versions = ({ law }: { law: Law }) => (
  <ul className={styles.versions} aria-label="Versions of this law">
    {rules.filter((one) => one.law === law).map(Version)}
  </ul>
)

const Version = ({ ruleId, version, inForce, source }: DeadlineRule) => (
  <li key={ruleId}>
    Version {version}, for reports from {paperDay(inForce)}: {source}
  </li>
)

const newLevel = (): ServiceLevel => ({ levelId: uuid(), name: '', limit: { amount: 24, unit: 'hours' } })

type RowProps = {
  level: ServiceLevel
  number: number
  /** That it has no name was why the form was not saved. */
  isNameless: boolean
  mayChange: boolean
  onChange: (change: Partial<ServiceLevel>) => void
  onDelete: () => void
}

const unitNames: Record<Unit, string> = { hours: 'hours', 'working days': 'working days', days: 'days' }

function LevelRow({ level: { name, limit }, number, isNameless, mayChange, onChange, onDelete }: RowProps) {
  // While another amount is typed. Left so, the field shows again what would be saved.
  const [isEmptied, setEmptied] = useState(false)
  return (
    <div className={styles.level}>
      <TextInput
        aria-label={`Name of service level ${number}`}
        placeholder="Urgent"
        maxLength={60}
        error={isNameless}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NumberInput
        aria-label={`Time of service level ${number}`}
        min={1}
        max={1000}
        allowDecimal={false}
        hideControls
        clampBehavior="strict"
        value={isEmptied ? '' : limit.amount}
        onChange={(amount) => {
          setEmptied(amount === '')
          if (typeof amount === 'number') onChange({ limit: { ...limit, amount } })
        }}
        onBlur={() => setEmptied(false)}
      />
      <Select
        aria-label={`Unit of service level ${number}`}
        allowDeselect={false}
        data={units.map((value) => ({ value, label: unitNames[value] }))}
        value={limit.unit}
        onChange={(value) => onChange({ limit: { ...limit, unit: units.find((one) => one === value) ?? limit.unit } })}
      />
      {mayChange && (
        <ActionIcon variant="subtle" color="gray" size={40} onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
          <span className="sr">Remove service level {number}</span>
        </ActionIcon>
      )}
    </div>
  )
}

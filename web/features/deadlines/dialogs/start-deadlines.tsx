import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { clockOfLevel } from '#core/deadlines/clocks.ts'
import { holidaysOf } from '#core/deadlines/rules.ts'
import { dueWords } from '#core/deadlines/standing.ts'
import { limitWords, type ReportWay, reportWays } from '#core/deadlines/values.ts'
import { wayNames } from '#web/features/deadlines/duty-words.ts'
import { useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ChoiceField } from './choice-field.tsx'
import styles from './deadline-dialogs.module.css'
import { ExpectedDates } from './expected-dates.tsx'
import { HazardFields } from './hazard-fields.tsx'
import { MomentFields, useMoment } from './moment-fields.tsx'
import { RadioCards } from './radio-cards.tsx'
import { useHazardChoice } from './use-hazard-choice.ts'

type Props = { jobId: string; onClose: () => void }

/** Starts the deadlines of a hazard by law, or of a service level of the company, with the dates beside the form. */
export function StartDeadlines({ jobId, onClose }: Props) {
  const settings = useDeadlineSettings()
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const [kind, setKind] = useState<'hazard' | 'level'>('hazard')
  const choice = useHazardChoice({}, () => setFault(undefined))
  const [levelId, setLevelId] = useState(settings.levels[0]?.levelId ?? '')
  const [reportedBy, setReportedBy] = useState('')
  const [reportedHow, setReportedHow] = useState<ReportWay>('phone')
  const [words, setWords] = useState('')
  const moment = useMoment(zone)
  const [dutyId] = useState(() => uuid())
  const isLevel = kind === 'level' && settings.levels.length > 0
  const submit = async () => {
    const { instant } = moment
    if (!instant) return setFault({ field: isLevel ? 'startedAt' : 'awareAt', error: 'That time does not exist.' })
    const started = isLevel
      ? await send({ type: 'StartServiceLevel', data: { jobId, dutyId, levelId, startedAt: instant } })
      : await send({
          type: 'RecordHazard',
          data: {
            ...{ jobId, dutyId, awareAt: instant, law: settings.law, reportedBy, reportedHow, words },
            ...choice.given,
          },
        })
    if (!started) return
    onClose()
    toast.success('Deadlines started')
  }
  const level = settings.levels.find((one) => one.levelId === levelId)
  const levelDays = { zone, holidays: holidaysOf(settings.law) }
  const now = new Date().toISOString()
  const isTyped = choice.hazard !== undefined || choice.severity !== undefined || `${reportedBy}${words}`.trim() !== ''
  return (
    <FormDialog
      title={isLevel ? 'Start a service level' : 'Start hazard deadlines'}
      size={860}
      submit="Start deadlines"
      busy={busy}
      unsaved={isTyped}
      error={fault && !isShown(fault.field) ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.beside}>
        <div className={styles.fields}>
          {settings.levels.length > 0 && (
            <Choices
              name="What starts"
              options={[
                ['hazard', 'A hazard, by law'],
                ['level', 'A service level'],
              ]}
              value={kind}
              onChange={setKind}
            />
          )}
          {isLevel ? (
            <RadioCards
              legend="Service level"
              options={settings.levels.map((one) => [one.levelId, one.name, limitWords(one.limit)] as const)}
              value={levelId}
              error={errorOf('levelId')}
              onChange={setLevelId}
            />
          ) : (
            <HazardFields law={settings.law} choice={choice} errorOf={errorOf} />
          )}
          <MomentFields
            day="Report received"
            clock={moment.clock}
            zone={zone}
            error={errorOf(isLevel ? 'startedAt' : 'awareAt')}
            onChange={moment.setClock}
          />
          {!isLevel && (
            <>
              <div className={styles.pair}>
                <TextInput
                  label="From"
                  placeholder="Who reported it"
                  maxLength={200}
                  value={reportedBy}
                  onChange={({ currentTarget }) => setReportedBy(currentTarget.value)}
                />
                <ChoiceField
                  label="How"
                  nameOf={(way) => wayNames[way]}
                  values={reportWays}
                  value={reportedHow}
                  onChange={setReportedHow}
                />
              </div>
              <Textarea
                label="What they said"
                autosize
                minRows={2}
                maxRows={6}
                maxLength={5000}
                value={words}
                onChange={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </>
          )}
        </div>
        {isLevel ? (
          <section className={styles.preview} aria-live="polite">
            <h3>What is due when</h3>
            {level && moment.instant && (
              <ol className={styles.steps}>
                <li className={styles.step}>
                  <strong>Finish the work</strong>
                  <span className={styles.due}>
                    {dueWords(clockOfLevel(level.limit, moment.instant, levelDays).due, now, zone)}
                  </span>
                  <span>{limitWords(level.limit)} after the report</span>
                </li>
              </ol>
            )}
          </section>
        ) : (
          <ExpectedDates
            law={settings.law}
            hazard={choice.hazard}
            severity={choice.severity}
            awareAt={moment.instant}
            zone={zone}
          />
        )}
      </div>
    </FormDialog>
  )
}

const isShown = (field: string | undefined) =>
  ['hazard', 'severity', 'awareAt', 'startedAt', 'levelId'].some((one) => one === field)

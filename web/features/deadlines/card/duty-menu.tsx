import { Button, Menu } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import type { Duty } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import type { Asking } from '#web/features/deadlines/duty-dialogs.tsx'

type Props = { duty: Duty; onAsk: (asking: Asking) => void }

/** What the office can do with a hazard as a whole. */
export function DutyMenu({ duty, onAsk }: Props) {
  const isInvestigated = duty.deadlines.some(({ step, met }) => step === 'investigate' && met)
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconEdit size={14} aria-hidden />}>
          Change<span className="sr">: {dutyName(duty)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {duty.hazard && !isInvestigated && (
          <Menu.Item onClick={() => onAsk({ is: 'correct' })}>Correct the report</Menu.Item>
        )}
        {duty.hazard && <Menu.Item onClick={() => onAsk({ is: 'stay' })}>Offered another place to stay</Menu.Item>}
        {duty.hazard && <Menu.Item onClick={() => onAsk({ is: 'write' })}>Write a summary</Menu.Item>}
        <Menu.Item onClick={() => onAsk({ is: 'explain' })}>Add an explanation</Menu.Item>
        <Menu.Item onClick={() => onAsk({ is: 'another' })}>Start another one on this job</Menu.Item>
        <Menu.Item onClick={() => onAsk({ is: 'end' })}>End the deadlines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

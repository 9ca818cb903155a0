import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKeyShown, ApiKeysAnswer } from '#core/wire/connections/api-keys.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { counted } from '#web/ui/number-format.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import common from './common.module.css'
import styles from './connections.module.css'
import { keysKey, revokeKey, useApiKeys } from './key-queries.ts'
import { KeyRow } from './key-row.tsx'

const NewKeyDialog = lazyComponent(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog)
const MadeKeyDialog = lazyComponent(async () => (await import('./made-key-dialog.tsx')).MadeKeyDialog)
const CallsDialog = lazyComponent(async () => (await import('./calls-dialog.tsx')).CallsDialog)
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

/** The API keys of the company. */
export function KeysCard() {
  const queries = useQueryClient()
  const read = useApiKeys()
  const mayMake = useMay('createJob')
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const [revoking, setRevoking] = useState<ApiKeyShown>()
  const [callsOf, setCallsOf] = useState<ApiKeyShown>()
  const readAgain = () => queries.invalidateQueries({ queryKey: keysKey })
  const working = read.data?.keys.filter((one) => one.ended === undefined) ?? []
  const add = mayMake && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      New key
    </Button>
  )
  return (
    <>
      <Card title="API keys" {...(read.data ? { detail: String(working.length) } : {})} action={add} flush>
        <ReadState
          read={read}
          failed={() => 'Failed to load the API keys. Please try again later.'}
          skeleton={<SkeletonRows rows={3} columns={{ name: 220, rights: 240, used: 120 }} />}
        >
          {(data) => <Keys data={data} onRevoke={setRevoking} onCalls={setCallsOf} />}
        </ReadState>
      </Card>
      {adding && (
        <NewKeyDialog
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false)
            setMade(key)
            void readAgain()
          }}
        />
      )}
      {made && <MadeKeyDialog name={made.name} token={made.token} onClose={() => setMade(undefined)} />}
      {callsOf && <CallsDialog item={callsOf} onClose={() => setCallsOf(undefined)} />}
      <ConfirmDialog
        opened={revoking !== undefined}
        title={`Revoke ${revoking?.name ?? 'this key'}?`}
        confirm="Revoke"
        onConfirm={async () => {
          if (!revoking) return
          await revokeKey(revoking.keyId).catch((failure: unknown) => toast.failure(errorMessage(failure)))
          await readAgain()
        }}
        onClose={() => setRevoking(undefined)}
      >
        The program that uses it will be refused from its next call. This can’t be undone: you can only make a new key.
      </ConfirmDialog>
    </>
  )
}

type KeysProps = { data: ApiKeysAnswer; onRevoke: (key: ApiKeyShown) => void; onCalls: (key: ApiKeyShown) => void }

function Keys({ data, onRevoke, onCalls }: KeysProps) {
  const { keys, people, callsADay } = data
  const calls = keys.reduce((sum, one) => sum + one.callsToday, 0)
  if (keys.length === 0)
    return (
      <EmptyState
        title="No API keys yet"
        text="With a key, another program can read your jobs or add to them, such as a landlord’s system or a report."
      />
    )
  return (
    <>
      <ul className={styles.keys} aria-label="API keys">
        {keys.map((one) => (
          <KeyRow
            key={one.keyId}
            item={one}
            maker={people[one.madeBy] ?? ''}
            onRevoke={() => onRevoke(one)}
            onCalls={() => onCalls(one)}
          />
        ))}
      </ul>
      <p className={common.foot}>
        {counted(calls, 'call')} in the last day. Each key may make {callsADay.toLocaleString('en-GB')} a day, and ends
        when the person who made it is removed or becomes a team member.{' '}
        <a href="/docs/connections" className={styles.link}>
          Guide to connections
        </a>
      </p>
    </>
  )
}

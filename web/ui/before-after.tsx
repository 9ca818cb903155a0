import { IconArrowRight } from '@tabler/icons-react'

type Props = { from?: string | undefined; to?: string | undefined }

/** A value before and after a change, with labels for screen readers. */
export const BeforeAfter = ({ from, to }: Props) => (
  <>
    {from !== undefined && (
      <del>
        <span className="sr">Before: </span>
        {from}
      </del>
    )}
    {from !== undefined && to !== undefined && <IconArrowRight size={14} stroke={1.75} aria-hidden />}
    {to !== undefined && (
      <ins>
        <span className="sr">After: </span>
        {to}
      </ins>
    )}
  </>
)

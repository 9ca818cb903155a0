import { useLocation, useNavigate } from 'react-router'
import { useAddress } from '#web/ui/use-address.ts'

const parameter = 'image'

/** Which image is open. It is in the address, so that Back closes it and a link opens it. */
export function useOpenImage() {
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const shown = address.get(parameter)
  const openedHere = typeof state === 'object' && state !== null && 'viewing' in state
  const at = (imageId: string | undefined) => (before: URLSearchParams) => {
    const next = new URLSearchParams(before)
    if (imageId) next.set(parameter, imageId)
    else next.delete(parameter)
    return next
  }
  return {
    shown,
    open: (imageId: string) => changeAddress(at(imageId), { state: { viewing: true } }),
    turnTo: (imageId: string) => changeAddress(at(imageId), { replace: true, state }),
    close: () => (openedHere ? navigate(-1) : changeAddress(at(undefined), { replace: true })),
  }
}

import { create } from 'zustand'

/** A switch that this device remembers by its key, and a function that sets it; all parts and tabs that read it follow. */
export function keptSwitch(key: string, usual: boolean) {
  const useSwitch = create(() => ({ isOn: stored(key) ?? usual }))
  addEventListener('storage', ({ key: changed }) => {
    if (changed === key) useSwitch.setState({ isOn: stored(key) ?? usual })
  })
  const set = (isOn: boolean) => {
    useSwitch.setState({ isOn })
    try {
      localStorage.setItem(key, String(isOn))
    } catch (error) {
      console.error('The choice is not kept', error)
    }
  }
  return [useSwitch, set] as const
}

function stored(key: string): boolean | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : text === 'true'
  } catch {
    return undefined
  }
}

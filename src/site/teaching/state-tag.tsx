interface MachineStates {
  readonly states: Readonly<Record<string, { readonly label: string; readonly tone: string }>>;
}

/** The state of a row with the colour family of its machine. */
export function StateTag({ machine, status }: { machine: MachineStates; status: string }) {
  const state = machine.states[status];
  return (
    <span className="teach-state" data-tone={state?.tone}>
      {state?.label ?? status}
    </span>
  );
}

"""What every `core.Environment` must do, as tests to inherit.

Use: subclass `EnvironmentContract` in a test module, fill in the vocabulary, and implement `make_environment`; pytest runs the methods.
"""

from __future__ import annotations

from reaprover.core import Environment, ErrorKind, ProofState, TacticResult, TacticStatus


class EnvironmentContract:
    """Tests of one theorem in one environment.

    Attributes:
        progress: a tactic that gives an open state other than the root.
        other_progress: another one, with another state.
        idle: a tactic that gives the same state again.
        failing: a tactic that fails.
        unparsable: a text that is not a tactic.
        forbidden: a tactic that closes the goal by a way that is not allowed.
        script: tactics that close the theorem one after the other, without splitting.
        forking: a tactic on the root that gives two independent goals.
        fork_scripts: tactics that close the first and the second of them.
        coupling: tactics on the root that end in goals that share a metavariable, all of them.
    """

    progress: str
    other_progress: str
    idle: str
    failing: str
    unparsable: str
    forbidden: str
    script: tuple[str, ...]
    forking: str
    fork_scripts: tuple[tuple[str, ...], tuple[str, ...]]
    coupling: tuple[str, ...]

    def make_environment(self) -> Environment:
        """A fresh environment on the theorem that the vocabulary is about."""
        raise NotImplementedError

    def test_the_initial_state_is_one_open_goal_and_always_the_same(self) -> None:
        environment = self.make_environment()
        try:
            state = environment.initial_state()
            assert len(state.goals) == 1
            assert state.components == ((0,),)
            assert environment.initial_state() == state
            assert environment.identity == self.identity_of_another()
        finally:
            environment.close()

    def test_results_come_back_in_order_with_their_texts(self) -> None:
        tactics = [self.progress, self.failing, self.unparsable, self.other_progress, self.forbidden, self.progress]
        results = self.applied(tactics)
        assert [result.tactic for result in results] == tactics
        assert [result.status for result in results] == [
            TacticStatus.OPEN,
            TacticStatus.FAILED,
            TacticStatus.FAILED,
            TacticStatus.OPEN,
            TacticStatus.FAILED,
            TacticStatus.OPEN,
        ]

    def test_an_open_result_has_a_state_and_no_error_a_failed_one_the_reverse(self) -> None:
        for result in self.applied([self.progress, self.failing, self.unparsable, self.forbidden]):
            assert (result.state is not None) == (result.status is TacticStatus.OPEN)
            assert (result.error is not None) == (result.status is TacticStatus.FAILED)
            assert result.elapsed_ms >= 0
            assert result.heartbeats >= 0

    def test_failures_say_why(self) -> None:
        failing, unparsable, forbidden = self.applied([self.failing, self.unparsable, self.forbidden])
        assert failing.error is not None
        assert failing.error.kind in (ErrorKind.TACTIC_FAILED, ErrorKind.ELAB)
        assert failing.error.message
        assert unparsable.error is not None
        assert unparsable.error.kind is ErrorKind.PARSE
        assert forbidden.error is not None
        assert forbidden.error.kind in (ErrorKind.FORBIDDEN, ErrorKind.SORRY)

    def test_a_batch_equals_its_tactics_one_by_one(self) -> None:
        tactics = [self.progress, self.failing, self.other_progress, self.unparsable, self.idle, self.progress, self.forking]
        environment = self.make_environment()
        try:
            root = environment.initial_state()
            batch = environment.apply_batch(root, tactics)
            singles = [environment.apply_batch(root, [tactic])[0] for tactic in tactics]
            assert [facts(result) for result in batch] == [facts(result) for result in singles]
        finally:
            environment.close()

    def test_an_old_state_stays_usable_and_is_not_changed_by_what_was_done_to_it(self) -> None:
        environment = self.make_environment()
        try:
            root = environment.initial_state()
            first = [facts(result) for result in environment.apply_batch(root, [self.progress, self.failing, self.other_progress])]
            state = self.opened(environment, root, self.progress)
            environment.apply_batch(state, [self.failing, self.idle, self.other_progress])
            again = [facts(result) for result in environment.apply_batch(root, [self.progress, self.failing, self.other_progress])]
            assert first == again
        finally:
            environment.close()

    def test_equal_states_have_equal_keys_and_different_states_different_ones(self) -> None:
        environment = self.make_environment()
        try:
            root = environment.initial_state()
            one, two, other = (self.opened(environment, root, t) for t in (self.progress, self.progress, self.other_progress))
            assert one.key == two.key != other.key
            assert one.handle != two.handle
            assert root.key not in (one.key, other.key)
            assert self.opened(environment, root, self.idle).key == root.key
        finally:
            environment.close()

    def test_the_last_step_of_a_proof_is_closed_and_has_no_state(self) -> None:
        environment = self.make_environment()
        try:
            state = environment.initial_state()
            for tactic in self.script[:-1]:
                state = self.opened(environment, state, tactic)
            (last,) = environment.apply_batch(state, [self.script[-1]])
            assert last.status is TacticStatus.CLOSED
            assert last.state is None
            assert last.error is None
        finally:
            environment.close()

    def test_independent_goals_are_split_and_each_part_is_closed_for_itself(self) -> None:
        environment = self.make_environment()
        try:
            state = self.opened(environment, environment.initial_state(), self.forking)
            assert state.components == ((0,), (1,))
            parts = environment.split(state)
            assert [part.goals for part in parts] == [(0,), (1,)]
            assert [part.coupled for part in parts] == [False, False]
            assert [part.state.goals for part in parts] == [(state.goals[0],), (state.goals[1],)]
            for part, script in zip(parts, self.fork_scripts, strict=True):
                at = part.state
                for tactic in script[:-1]:
                    at = self.opened(environment, at, tactic)
                assert environment.apply_batch(at, [script[-1]])[0].status is TacticStatus.PART_CLOSED
        finally:
            environment.close()

    def test_goals_that_share_a_metavariable_stay_together(self) -> None:
        environment = self.make_environment()
        try:
            state = environment.initial_state()
            for tactic in self.coupling:
                state = self.opened(environment, state, tactic)
            assert len(state.goals) > 1
            assert state.components == (tuple(range(len(state.goals))),)
            assert state.has_metavariables
            assert environment.split(state) == []
        finally:
            environment.close()

    def test_one_goal_is_not_split(self) -> None:
        environment = self.make_environment()
        try:
            assert environment.split(environment.initial_state()) == []
        finally:
            environment.close()

    def test_a_released_state_is_refused_and_its_children_live_on(self) -> None:
        environment = self.make_environment()
        try:
            state = self.opened(environment, environment.initial_state(), self.progress)
            child = self.opened(environment, state, self.idle)
            environment.release([state, state])
            (refused,) = environment.apply_batch(state, [self.idle])
            assert refused.error is not None
            assert refused.error.kind is ErrorKind.STATE
            assert environment.apply_batch(child, [self.idle])[0].status is TacticStatus.OPEN
        finally:
            environment.close()

    def test_a_state_of_another_environment_is_never_taken_for_one_of_this(self) -> None:
        environment, other = self.make_environment(), self.make_environment()
        try:
            foreign = self.opened(other, other.initial_state(), self.progress)
            for handle in (foreign.handle, "", "root", "s/1", "-1", foreign.handle + "0"):
                stranger = ProofState(handle, foreign.goals, foreign.key, foreign.has_metavariables, foreign.components)
                for result in environment.apply_batch(stranger, [self.progress, self.failing]):
                    assert result.error is not None
                    assert result.error.kind is ErrorKind.STATE
                environment.release([stranger])
            assert environment.apply_batch(environment.initial_state(), [self.progress])[0].status is TacticStatus.OPEN
        finally:
            environment.close()
            other.close()

    def test_an_empty_batch_gives_no_results(self) -> None:
        assert self.applied([]) == []

    def test_closing_twice_is_fine(self) -> None:
        environment = self.make_environment()
        environment.close()
        environment.close()

    def identity_of_another(self) -> str:
        """The identity of a second environment on the same theorem."""
        environment = self.make_environment()
        try:
            return environment.identity
        finally:
            environment.close()

    def applied(self, tactics: list[str]) -> list[TacticResult]:
        """The results of tactics on the root of a fresh environment."""
        environment = self.make_environment()
        try:
            return environment.apply_batch(environment.initial_state(), tactics)
        finally:
            environment.close()

    @staticmethod
    def opened(environment: Environment, state: ProofState, tactic: str) -> ProofState:
        """The open state that a tactic gives."""
        (result,) = environment.apply_batch(state, [tactic])
        assert result.state is not None, f"{tactic!r} gave {result}"
        return result.state


def facts(result: TacticResult) -> tuple[object, ...]:
    """What must be equal in two runs of the same tactic: all but handles, times and counters."""
    state = result.state
    return (
        result.tactic,
        result.status,
        result.error and result.error.kind,
        state and (state.goals, state.key, state.has_metavariables, state.components),
    )

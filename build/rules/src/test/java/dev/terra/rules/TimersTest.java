package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/**
 * Checks that the product schedules tasks only with a guard. Without a guard, an executor drops a periodic task that throws, and does not
 * report what a single task has thrown.
 */
class TimersTest {
  private static final String GUARDED = "dev.terra.api.process.OneShot";

  @Test
  void nothingIsScheduledWithoutAGuard() {
    List<String> raw = House.get().classes().filter(House::isProduct)
        .filter(user -> !user.getName().equals(GUARDED)).flatMap(user -> user.getAccessesFromSelf().stream())
        .filter(TimersTest::schedules).map(JavaAccess::getDescription).sorted().toList();

    assertThat(raw).as("use Periodic or OneShot").isEmpty();
  }

  @Test
  void theGuardedOnesAreFound() {
    assertThat(House.get().classes().filter(user -> user.getName().equals(GUARDED))
        .flatMap(user -> user.getAccessesFromSelf().stream()).filter(TimersTest::schedules)).isNotEmpty();
  }

  private static boolean schedules(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return (access.getName().startsWith("schedule") && owner.isAssignableTo(ScheduledExecutorService.class))
        || owner.isAssignableTo(Timer.class);
  }
}
